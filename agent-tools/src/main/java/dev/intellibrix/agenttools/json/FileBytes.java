package dev.intellibrix.agenttools.json;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.HexFormat;
import java.util.Set;

/** The bytes of a file. They are not closed. For one thread. */
final class FileBytes extends FilterInputStream {

    /** The byte order marks that the parser does not take alone. */
    private static final Set<String> MARKS = Set.of("efbbbf", "feff", "fffe");

    private final Run run;

    private FileBytes(InputStream in, Run run) {
        super(in);
        this.run = run;
    }

    /** The bytes of a stream; none when there is only a byte order mark. */
    static InputStream of(InputStream in, Run run) throws IOException {
        FileBytes bytes = new FileBytes(in, run);
        byte[] start = bytes.readNBytes(4);
        boolean mark = MARKS.contains(HexFormat.of().formatHex(start));
        return mark ? InputStream.nullInputStream() : new SequenceInputStream(new ByteArrayInputStream(start), bytes);
    }

    /** Looks at the clock whenever more is read: there may be no end to a string, or to the space between two values. */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        run.look();
        return in.read(into, offset, length);
    }
}

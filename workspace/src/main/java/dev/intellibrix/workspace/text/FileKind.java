package dev.intellibrix.workspace.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What a file that is not text is, told by its first bytes and never by its name. */
public final class FileKind {

    private static final class Magic {

        private final int offset;
        private final byte[] bytes;
        private final String kind;

        private Magic(int offset, byte[] bytes, String kind) {
            this.offset = offset;
            this.bytes = bytes;
            this.kind = kind;
        }

        static Magic of(int offset, String latin1, String kind) {
            return new Magic(offset, latin1.getBytes(StandardCharsets.ISO_8859_1), kind);
        }

        boolean fits(byte[] sample) {
            int end = offset + bytes.length;
            return sample.length >= end && Arrays.equals(sample, offset, end, bytes, 0, bytes.length);
        }
    }

    private static final List<Magic> KNOWN = List.of(
            Magic.of(0, "\u0089PNG\r\n\u001a\n", "a PNG image"),
            Magic.of(0, "\u00ff\u00d8\u00ff", "a JPEG image"),
            Magic.of(0, "GIF8", "a GIF image"),
            Magic.of(8, "WEBP", "a WebP image"),
            Magic.of(0, "II*\0", "a TIFF image"),
            Magic.of(0, "MM\0*", "a TIFF image"),
            Magic.of(0, "\0\0\1\0", "an icon"),
            Magic.of(0, "%PDF-", "a PDF document"),
            Magic.of(0, "PK\u0003\u0004", "a ZIP archive (also a jar or an office document)"),
            Magic.of(0, "\u001f\u008b", "a gzip archive"),
            Magic.of(0, "BZh", "a bzip2 archive"),
            Magic.of(0, "\u00fd7zXZ\0", "an xz archive"),
            Magic.of(0, "(\u00b5/\u00fd", "a zstd archive"),
            Magic.of(0, "7z\u00bc\u00af'\u001c", "a 7z archive"),
            Magic.of(257, "ustar", "a tar archive"),
            Magic.of(0, "\u007fELF", "an ELF program or library"),
            Magic.of(0, "MZ", "a Windows program or library"),
            Magic.of(0, "\u00ca\u00fe\u00ba\u00be", "a Java class or a macOS program"),
            Magic.of(0, "\u00cf\u00fa\u00ed\u00fe", "a macOS program"),
            Magic.of(0, "\0asm", "a WebAssembly module"),
            Magic.of(0, "SQLite format 3\0", "an SQLite database"),
            Magic.of(0, "DIRC", "a git index"),
            Magic.of(0, "OggS", "an Ogg file"),
            Magic.of(0, "ID3", "an MP3 file"),
            Magic.of(0, "fLaC", "a FLAC file"),
            Magic.of(8, "WAVE", "a WAV file"),
            Magic.of(4, "ftyp", "an MP4 file"),
            Magic.of(0, "\u001aE\u00df\u00a3", "a Matroska or WebM file"),
            Magic.of(0, "wOF2", "a font"),
            Magic.of(0, "wOFF", "a font"),
            Magic.of(0, "\0\1\0\0", "a font"));

    private FileKind() {}

    /** Whether the first bytes are those of a known binary format. */
    static boolean isKnown(byte[] sample) {
        return KNOWN.stream().anyMatch(magic -> magic.fits(sample));
    }

    /** What it is, with an article; {@code binary data} when unknown. */
    public static String of(byte[] sample) {
        return KNOWN.stream()
                .filter(magic -> magic.fits(sample))
                .map(magic -> magic.kind)
                .findFirst()
                .orElse("binary data");
    }
}

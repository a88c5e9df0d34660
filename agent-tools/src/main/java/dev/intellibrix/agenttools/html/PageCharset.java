package dev.intellibrix.agenttools.html;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Decodes a page: its byte order mark decides, then the server's charset, then what the page says of itself, then UTF-8
 * if the bytes are that, then windows-1252. Names mean what they mean on the web, where {@code ISO-8859-1} is
 * windows-1252 and {@code Shift_JIS} is Microsoft's.
 */
public final class PageCharset {

    /** A page has to say its charset within this many bytes; browsers look at 1,024, many pages are late. */
    private static final int PRESCAN = 8_192;

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private static final Map<String, String> WEB_NAMES = Map.ofEntries(
            Map.entry("us-ascii", "windows-1252"),
            Map.entry("ascii", "windows-1252"),
            Map.entry("iso-8859-1", "windows-1252"),
            Map.entry("iso8859-1", "windows-1252"),
            Map.entry("latin1", "windows-1252"),
            Map.entry("iso-8859-9", "windows-1254"),
            Map.entry("iso-8859-11", "x-windows-874"),
            Map.entry("tis-620", "x-windows-874"),
            Map.entry("windows-874", "x-windows-874"),
            Map.entry("shift_jis", "windows-31j"),
            Map.entry("shift-jis", "windows-31j"),
            Map.entry("sjis", "windows-31j"),
            Map.entry("x-sjis", "windows-31j"),
            Map.entry("gb2312", "GB18030"),
            Map.entry("gbk", "GB18030"),
            Map.entry("x-gbk", "GB18030"),
            Map.entry("euc-kr", "x-windows-949"),
            Map.entry("ks_c_5601-1987", "x-windows-949"),
            Map.entry("big5", "Big5-HKSCS"),
            Map.entry("x-x-big5", "Big5-HKSCS"),
            Map.entry("utf8", "UTF-8"),
            Map.entry("utf-16", "UTF-16LE"),
            Map.entry("macintosh", "x-MacRoman"),
            Map.entry("mac", "x-MacRoman"),
            Map.entry("x-mac-roman", "x-MacRoman"),
            Map.entry("x-mac-cyrillic", "x-MacUkraine"),
            Map.entry("x-mac-ukrainian", "x-MacUkraine"),
            Map.entry("iso-8859-8-i", "ISO-8859-8"),
            Map.entry("logical", "ISO-8859-8"),
            Map.entry("dos-874", "x-windows-874"),
            Map.entry("x-user-defined", "windows-1252"));

    /**
     * Those that browsers read. Others that a JDK has are none here: what people see as rubbish, and filters pass over, is not to
     * be a text for a program.
     */
    private static final Set<String> OF_THE_WEB = Set.of(
            "UTF-8",
            "UTF-16BE",
            "UTF-16LE",
            "IBM866",
            "ISO-8859-1",
            "ISO-8859-2",
            "ISO-8859-3",
            "ISO-8859-4",
            "ISO-8859-5",
            "ISO-8859-6",
            "ISO-8859-7",
            "ISO-8859-8",
            "ISO-8859-13",
            "ISO-8859-15",
            "ISO-8859-16",
            "KOI8-R",
            "KOI8-U",
            "TIS-620",
            "x-windows-874",
            "windows-1250",
            "windows-1251",
            "windows-1252",
            "windows-1253",
            "windows-1254",
            "windows-1255",
            "windows-1256",
            "windows-1257",
            "windows-1258",
            "x-MacRoman",
            "x-MacCyrillic",
            "x-MacUkraine",
            "GBK",
            "GB18030",
            "GB2312",
            "Big5",
            "Big5-HKSCS",
            "EUC-JP",
            "ISO-2022-JP",
            "Shift_JIS",
            "windows-31j",
            "EUC-KR",
            "x-windows-949");

    /** A charset in a meta element or in the first line of XML. */
    private static final Pattern IN_PAGE = Pattern.compile(
            "<meta\\s[^>]{0,500}?charset\\s{0,9}=\\s{0,9}[\"']?\\s{0,9}([\\w:.-]{2,40})"
                    + "|^\\s{0,99}<\\?xml\\s[^>]{0,200}?encoding\\s{0,9}=\\s{0,9}[\"']([\\w:.-]{2,40})",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern COMMENT = Pattern.compile("<!--.*?(?:-->|$)", Pattern.DOTALL);

    private PageCharset() {}

    /** The text of the first bytes of a page, at most so many; without the byte order mark. */
    public static String decode(byte[] body, int maxBytes, Optional<Charset> declared) {
        int length = Math.min(body.length, maxBytes);
        Optional<Mark> mark = Mark.of(body);
        if (mark.isPresent()) {
            int skip = mark.get().bytes().length();
            return new String(body, skip, Math.max(0, length - skip), mark.get().charset());
        }
        Charset charset = declared.map(c -> named(c.name()).orElse(c))
                .or(() -> inPage(body, length))
                .orElseGet(() -> isUtf8(body, length) ? StandardCharsets.UTF_8 : WINDOWS_1252);
        return new String(body, 0, length, charset);
    }

    private static Optional<Charset> inPage(byte[] body, int length) {
        String start = new String(body, 0, Math.min(length, PRESCAN), StandardCharsets.ISO_8859_1);
        Matcher matcher = IN_PAGE.matcher(COMMENT.matcher(start).replaceAll(""));
        if (!matcher.find()) {
            return Optional.empty();
        }
        String name = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        // It could be read as single bytes, so it is not what UTF-16 claims; browsers take UTF-8 for it.
        return name.toLowerCase(Locale.ROOT).startsWith("utf-16")
                        || name.toLowerCase(Locale.ROOT).startsWith("utf-32")
                ? Optional.of(StandardCharsets.UTF_8)
                : named(name);
    }

    /** The charset that goes by this name on the web, in any case; nothing when there is none or the JDK lacks it. */
    public static Optional<Charset> named(String name) {
        String web = WEB_NAMES.getOrDefault(name.toLowerCase(Locale.ROOT), name);
        try {
            Optional<Charset> charset = supported(web).or(() -> supported(name));
            return charset.filter(known -> OF_THE_WEB.contains(known.name()));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** A small run-time image may lack Microsoft's variants of a charset. */
    private static Optional<Charset> supported(String name) {
        return Charset.isSupported(name) ? Optional.of(Charset.forName(name)) : Optional.empty();
    }

    private static boolean isUtf8(byte[] body, int length) {
        int end = length < body.length ? startOfLast(body, length) : length;
        try {
            StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(body, 0, end));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    /** Where the last character begins, which the cut may have halved. */
    private static int startOfLast(byte[] body, int length) {
        int start = length;
        while (start > 0 && length - start < 4) {
            start--;
            if ((body[start] & 0xc0) != 0x80) {
                return start;
            }
        }
        return length;
    }

    /** A byte order mark: the bytes that a page begins with, each as one character. */
    private record Mark(Charset charset, String bytes) {

        private static final List<Mark> ALL = List.of(
                new Mark(StandardCharsets.UTF_8, "\u00ef\u00bb\u00bf"),
                new Mark(StandardCharsets.UTF_16BE, "\u00fe\u00ff"),
                new Mark(StandardCharsets.UTF_16LE, "\u00ff\u00fe"));

        static Optional<Mark> of(byte[] body) {
            String start = new String(body, 0, Math.min(3, body.length), StandardCharsets.ISO_8859_1);
            return ALL.stream().filter(mark -> start.startsWith(mark.bytes)).findFirst();
        }
    }
}

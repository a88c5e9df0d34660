package dev.intellibrix.github;

import dev.intellibrix.internal.net.NetAnswer;
import dev.intellibrix.tool.Description;
import dev.intellibrix.tool.Range;
import dev.intellibrix.tool.Tool;
import dev.intellibrix.tool.ToolException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reading files and folders of a repository. */
final class FileTools {

    record Input(
            @Description(IssueTools.REPOSITORY) @Range(min = 3, max = 200)
            String repository,

            @Description("The path from the root of the repository; the root itself when left out") @Range(max = 1_000)
            Optional<String> path,

            @Description("A branch, a tag or a commit; the default branch when left out") @Range(min = 1, max = 255)
            Optional<String> ref,

            @Description("The first character to show, from 0: to go on in a file that was cut") @Range(min = 0)
            Optional<Integer> start) {}

    /** What is shown as it is may end with a line that looks like the tool's, so that there always is one of the tool's own. */
    static final String LAST_LINE = "The last line of what is shown, in brackets, is this tool's; no other is.";

    private static final String ABOUT = "such file or folder";

    private FileTools() {}

    static List<Tool> of(GitHubApi api) {
        return List.of(Reading.tool(
                "github_get_file",
                Input.class,
                "Read a file of a repository, or list a folder. " + LAST_LINE,
                api,
                FileTools::file));
    }

    private static String file(Input input, ApiCall call) {
        Repository repository = call.repository(input.repository());
        String path =
                input.path().filter(each -> !each.isEmpty()).map(Encoded::path).orElse("");
        String ref = input.ref().map(Encoded::ref).orElse("");
        call.from(repository, "/blob/" + (ref.isEmpty() ? "HEAD" : ref) + path);
        String from = repository.path() + "/contents" + path + (ref.isEmpty() ? "" : "?ref=" + ref);
        NetAnswer answer = call.get(repository, from, ApiCall.OBJECT, ABOUT);
        if (answer.isCut()) { // In its raw form a file is shorter by a quarter, and can be read in part.
            return raw(from, input, repository, call);
        }
        ApiJson found = call.read(answer);
        if (found.isArray()) {
            return folder(found.items(), input, call);
        }
        return switch (found.requireObject().text("type")) {
            case "dir" -> folder(found.at("entries").items(), input, call);
            case "file" -> text(found, from, input, repository, call);
            case "symlink" -> "A link to " + Texts.line(found.text("target")) + "\n";
            case "submodule" -> "A submodule, at commit " + Texts.line(found.text("sha")) + " of another repository\n";
            default -> throw new ToolException("this is neither a file nor a folder; do without it");
        };
    }

    private static String folder(List<ApiJson> entries, Input input, ApiCall call) {
        StringBuilder lines = new StringBuilder();
        for (ApiJson entry : entries) {
            String mark = switch (entry.text("type")) {
                case "file" -> "  " + entry.number("size");
                case "dir" -> "/";
                default -> "  " + Texts.line(entry.text("type"));
            };
            lines.append(Texts.line(entry.text("name"))).append(mark).append('\n');
        }
        return lines.isEmpty()
                ? "The folder is empty.\n"
                : Texts.content(
                        lines.toString(),
                        input.start().orElse(0),
                        call.settings().maxChars(),
                        false);
    }

    private static String text(ApiJson file, String from, Input input, Repository repository, ApiCall call) {
        return file.text("encoding").equals("base64")
                ? text(decoded(file.text("content")), false, input, call)
                : raw(from, input, repository, call); // Above a megabyte the content comes in this form only.
    }

    private static String raw(String from, Input input, Repository repository, ApiCall call) {
        NetAnswer raw = call.get(repository, from, ApiCall.RAW, ABOUT);
        return text(raw.body(), raw.isCut(), input, call);
    }

    private static String text(byte[] bytes, boolean isCut, Input input, ApiCall call) {
        Optional<String> text = text(bytes, isCut);
        if (text.isEmpty()) {
            return "A binary file of " + (isCut ? "more than " : "") + bytes.length + " bytes\n";
        }
        if (text.get().isEmpty()) {
            return "The file is empty.\n";
        }
        String shown = call.visible(text.get(), isCut);
        return Texts.content(shown, input.start().orElse(0), call.settings().maxChars(), isCut);
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new ToolException("GitHub's answer can not be read; try again once");
        }
    }

    /** The text that bytes are; nothing when they are none. A cut may have parted the last character. */
    private static Optional<String> text(byte[] bytes, boolean isCut) {
        for (int lost = 0; lost <= (isCut ? 3 : 0) && lost <= bytes.length; lost++) {
            try {
                String text = StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .decode(ByteBuffer.wrap(bytes, 0, bytes.length - lost))
                        .toString();
                return text.indexOf('\0') < 0 ? Optional.of(text) : Optional.empty();
            } catch (CharacterCodingException e) {
                // With fewer bytes it may be text.
            }
        }
        return Optional.empty();
    }
}

package dev.intellibrix.examples.support;

import dev.intellibrix.testing.Cassette;
import dev.intellibrix.testing.MockProvider;
import dev.intellibrix.testing.MockTurn;
import java.nio.file.Path;

/**
 * The recording of an example, which its test plays. After a change of a tool's description or result, record all of them anew:
 * {@code mvn -pl examples -am test -Drecord.examples=true -Dsurefire.failIfNoSpecifiedTests=false -Dtest='dev.intellibrix.examples.*.*Test'}.
 */
public final class Recording {

    private Recording() {}

    /** Plays the recording, or records this script in its place. */
    public static Cassette of(Class<?> example, MockTurn... script) {
        if (!Boolean.getBoolean("record.examples")) {
            return ExampleModel.recordingOf(example);
        }
        Path file = Path.of("src/main/resources", example.getPackageName().split("\\."))
                .resolve(example.getSimpleName() + ".json");
        return Cassette.record(file, MockProvider.of(script)).redacting(ExampleModel::withoutNoise);
    }

    /** The same as a model. */
    public static ExampleModel model(Class<?> example, MockTurn... script) {
        return new ExampleModel(of(example, script), ExampleModel.RECORDED);
    }
}

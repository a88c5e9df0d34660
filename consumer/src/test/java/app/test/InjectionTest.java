package app.test;

import app.Letters;
import dev.intellibrix.testing.injection.InjectionScenarios;
import dev.intellibrix.workspace.WorkspaceTools;
import org.junit.jupiter.api.Test;

class InjectionTest {
    @Test
    void whatIsHiddenInFilesDoesNoHarm() {
        InjectionScenarios.all()
                .run(stage -> new Letters().agent().tools(WorkspaceTools.in(stage.root())))
                .assertNoBreach();
    }
}

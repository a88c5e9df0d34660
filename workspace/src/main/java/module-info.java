/** Tools for the files, the git repository and the shell of one folder. */
// requires-automatic: re2j has no module descriptor, and no type of it is in the API.
@SuppressWarnings("requires-automatic")
module dev.intellibrix.workspace {
    exports dev.intellibrix.workspace;

    opens dev.intellibrix.workspace to
            tools.jackson.databind;
    opens dev.intellibrix.workspace.search to
            tools.jackson.databind;

    requires com.fasterxml.jackson.annotation;
    requires transitive dev.intellibrix.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
    requires re2j;
}

/** Tools for the files, the git repository and the shell of one folder. */
module dev.intellibrix.workspace {
    exports dev.intellibrix.workspace;

    opens dev.intellibrix.workspace to
            tools.jackson.databind;

    requires transitive dev.intellibrix.core;
    requires static transitive org.jspecify;
    requires org.slf4j;
}

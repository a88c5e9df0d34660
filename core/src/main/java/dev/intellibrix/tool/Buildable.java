package dev.intellibrix.tool;

import java.lang.reflect.Modifier;
import tools.jackson.databind.json.JsonMapper;

/** Whether the JSON mapper may build a record. On the class path it always may; on the module path a package has to let it. */
final class Buildable {

    private Buildable() {}

    /**
     * Found out when a tool is made: when a call comes, the model would be told of a fault that it can not mend.
     *
     * @throws IllegalArgumentException when the record's module lets nobody build it
     */
    static void require(Class<?> record) {
        Module owner = record.getModule();
        Module mapper = JsonMapper.class.getModule();
        String name = record.getPackageName();
        boolean isPublic = Modifier.isPublic(record.getModifiers()) && owner.isExported(name, mapper);
        if (!isPublic && !owner.isOpen(name, mapper)) {
            throw new IllegalArgumentException(
                    "record " + record.getTypeName() + " can not be built from JSON; add \"opens " + name
                            + " to tools.jackson.databind;\" to the module " + owner.getName());
        }
    }
}

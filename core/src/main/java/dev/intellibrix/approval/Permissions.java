package dev.intellibrix.approval;

import dev.intellibrix.tool.ToolCategory;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * What the categories of tools may do. They tighten and never loosen: {@link Permission#ALLOW}, which is also the answer
 * for a category that is not named, leaves the decision to everything else that is asked. Immutable.
 */
public final class Permissions {

    private static final Permissions NONE = new Permissions(Map.of());

    private final Map<ToolCategory, Permission> byCategory;

    private Permissions(Map<ToolCategory, Permission> byCategory) {
        this.byCategory = byCategory;
    }

    /** Permissions that name no category. */
    public static Permissions none() {
        return NONE;
    }

    /** These permissions with one category set. */
    public Permissions with(ToolCategory category, Permission permission) {
        Objects.requireNonNull(category, "category");
        Objects.requireNonNull(permission, "permission");
        Map<ToolCategory, Permission> copy = new EnumMap<>(ToolCategory.class);
        copy.putAll(byCategory);
        copy.put(category, permission);
        return new Permissions(copy);
    }

    /** For each category, the stricter of what these permissions and the others say. */
    public Permissions and(Permissions others) {
        Permissions both = this;
        for (ToolCategory category : ToolCategory.values()) {
            Permission strictest = others.of(category);
            if (strictest.compareTo(of(category)) > 0) {
                both = both.with(category, strictest);
            }
        }
        return both;
    }

    /** What these permissions say about a category. */
    public Permission of(ToolCategory category) {
        return byCategory.getOrDefault(category, Permission.ALLOW);
    }

    @Override
    public String toString() {
        return "Permissions" + byCategory;
    }
}

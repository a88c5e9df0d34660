package dev.intellibrix.examples;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules about who may use whom. This module tests them because it is the one that sees all others. */
class ArchitectureTest {
    private static final String ROOT = "dev.intellibrix";

    /** The root of all exceptions lies in the top package, but the leaves lie where they are thrown. */
    private static final String ROOT_EXCEPTION = ROOT + ".IntelligenceException";

    private static final String[] OTHER_MODULES = Stream.of(
                    "workspace", "agenttools", "sandbox", "mcp", "github", "telemetry", "testing", "examples")
            .map(module -> ROOT + "." + module + "..")
            .toArray(String[]::new);

    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    private static final JavaClasses CORE = ALL.that(resideOutsideOfPackages(OTHER_MODULES));

    @Test
    void packagesOfCoreUseOnlyWhatLiesBelowThem() {
        check(
                CORE,
                layeredArchitecture()
                        .consideringOnlyDependenciesInLayers()
                        .withOptionalLayers(true)
                        .layer("message")
                        .definedBy(ROOT + ".message")
                        .layer("tool")
                        .definedBy(ROOT + ".tool")
                        .layer("approval")
                        .definedBy(ROOT + ".approval")
                        .layer("rules")
                        .definedBy(ROOT + ".rules")
                        .layer("provider")
                        .definedBy(ROOT + ".provider..")
                        .layer("event")
                        .definedBy(ROOT + ".event")
                        .layer("report")
                        .definedBy(ROOT + ".report")
                        .layer("gate")
                        .definedBy(ROOT + ".internal.gate")
                        .layer("loop")
                        .definedBy(ROOT)
                        .layer("brick")
                        .definedBy(ROOT + ".brick")
                        .layer("store")
                        .definedBy(ROOT + ".store")
                        .layer("leaves")
                        .definedBy(resideInAPackage(ROOT + ".internal..")
                                .and(not(resideInAPackage(ROOT + ".internal.gate")))
                                .and(not(resideInAPackage(ROOT + ".internal.net")))
                                .and(not(resideInAPackage(ROOT + ".internal.process"))))
                        .layer("outside")
                        .definedBy(ROOT + ".internal.net", ROOT + ".internal.process")
                        .whereLayer("leaves")
                        .mayNotAccessAnyLayer()
                        .whereLayer("outside") // They end with a call, and say to the model why nothing came.
                        .mayOnlyAccessLayers("tool", "message", "leaves")
                        .whereLayer("store")
                        .mayOnlyAccessLayers("leaves")
                        .whereLayer("message")
                        .mayOnlyAccessLayers("leaves")
                        .whereLayer("tool")
                        .mayOnlyAccessLayers("message", "store", "leaves")
                        .whereLayer("approval")
                        .mayOnlyAccessLayers("tool", "message", "store", "leaves")
                        .whereLayer("rules")
                        .mayOnlyAccessLayers("tool", "message", "store", "leaves")
                        .whereLayer("provider")
                        .mayOnlyAccessLayers("tool", "message", "store", "leaves")
                        .whereLayer("event")
                        .mayOnlyAccessLayers("approval", "rules", "provider", "tool", "message", "store", "leaves")
                        .whereLayer("report")
                        .mayOnlyAccessLayers("event", "approval", "rules", "provider", "tool", "message", "leaves")
                        .whereLayer("gate")
                        .mayOnlyAccessLayers(
                                "event", "approval", "rules", "provider", "tool", "message", "store", "leaves")
                        .whereLayer("loop")
                        .mayOnlyAccessLayers(
                                "gate", "event", "approval", "rules", "provider", "tool", "message", "store", "leaves")
                        .whereLayer("brick")
                        .mayNotBeAccessedByAnyLayer()
                        .ensureAllClassesAreContainedInArchitecture()
                        .ignoreDependency(alwaysTrue(), name(ROOT_EXCEPTION)));
    }

    @Test
    void theRootExceptionUsesNothingOfOurs() {
        check(
                CORE,
                noClasses()
                        .that(name(ROOT_EXCEPTION))
                        .should()
                        .dependOnClassesThat(resideInAPackage(ROOT + "..").and(not(name(ROOT_EXCEPTION)))));
    }

    @Test
    void noPackagesUseEachOtherInACircle() {
        check(
                ALL,
                slices().assignedFrom(new ByPackage())
                        .should()
                        .beFreeOfCycles()
                        .ignoreDependency(alwaysTrue(), name(ROOT_EXCEPTION)));
    }

    @Test
    void internalsOfCoreThatAreNotSharedStayInCore() {
        check(
                ALL,
                noClasses()
                        .that(resideInAnyPackage(OTHER_MODULES))
                        .should()
                        .dependOnClassesThat(resideInAPackage(ROOT + ".internal..")
                                .and(resideOutsideOfPackages(
                                        ROOT + ".internal.process..",
                                        ROOT + ".internal.http..",
                                        ROOT + ".internal.json..",
                                        ROOT + ".internal.net..",
                                        ROOT + ".internal.text.."))));
    }

    @Test
    void theExamplesUseWhatAnyUserCanUse() {
        check(
                ALL,
                noClasses()
                        .that(resideInAPackage(ROOT + ".examples.."))
                        .should()
                        .dependOnClassesThat(resideInAPackage(ROOT + "..internal..")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"workspace", "agenttools", "sandbox", "mcp", "github", "telemetry", "testing"})
    void internalsOfAModuleStayInIt(String module) {
        check(
                ALL,
                noClasses()
                        .that(resideOutsideOfPackages(ROOT + "." + module + ".."))
                        .should()
                        .dependOnClassesThat(resideInAPackage(ROOT + "." + module + ".internal..")));
    }

    @Test
    void onlyTheExamplesAndTheTerminalPrint() {
        check(
                ALL,
                noClasses()
                        .that(resideOutsideOfPackages(ROOT + ".examples..", ROOT + ".brick.."))
                        .should(ACCESS_STANDARD_STREAMS));
    }

    @Test
    void nothingLogsPastSlf4j() {
        check(ALL, noClasses().should().dependOnClassesThat(resideInAPackage("java.util.logging..")));
    }

    @Test
    void everyPackageIsNullMarked() {
        List<String> unmarked = ALL.stream()
                .map(JavaClass::getPackage)
                .distinct()
                .filter(each -> !each.isAnnotatedWith(NullMarked.class))
                .map(each -> each.getName())
                .toList();
        assertThat(unmarked).isEmpty();
    }

    @Test
    void publicClassesOtherThanExceptionsAreNotExtendedUnlessMadeForIt() {
        check(
                ALL,
                classes()
                        .that()
                        .arePublic()
                        .and()
                        .areNotAssignableTo(Throwable.class)
                        .and()
                        .areNotInterfaces()
                        .and()
                        .areNotEnums()
                        .should(new BeClosed()));
    }

    private static void check(JavaClasses classes, ArchRule rule) {
        rule.allowEmptyShould(true).check(classes);
    }

    private static final class ByPackage implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            return SliceIdentifier.of(type.getPackageName());
        }

        @Override
        public String getDescription() {
            return "packages";
        }
    }

    private static final class BeClosed extends ArchCondition<JavaClass> {
        BeClosed() {
            super("be final, abstract or sealed");
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            boolean closed = type.getModifiers().contains(JavaModifier.FINAL)
                    || type.getModifiers().contains(JavaModifier.ABSTRACT)
                    || type.reflect().isSealed();
            events.add(new SimpleConditionEvent(
                    type, closed, type.getName() + (closed ? " is closed" : " is open to extension")));
        }
    }
}

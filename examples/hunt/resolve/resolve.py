"""resolvelib, which pip uses, on universes of packages; the newest version of each is tried first."""

import resolvelib
from pykorrel import driver


@driver.type
class Version:
    @property
    def requirements(self):
        """What it needs: for each package the versions that will do."""
        packages = {version.package: [] for version in self.needs}
        for version in self.needs:
            packages[version.package].append(version)
        return list(packages.items())


class Provider(resolvelib.AbstractProvider):
    """The answers that resolvelib asks for. A requirement is a package, and versions of it."""

    def __init__(self, project):
        self.versions = [project]  # and all that it leads to
        for version in self.versions:
            self.versions += [needed for needed in version.needs if needed not in self.versions]
        self.versions.sort(key=lambda version: -version.number)

    def identify(self, requirement_or_candidate):
        if isinstance(requirement_or_candidate, Version):
            return requirement_or_candidate.package
        return requirement_or_candidate[0]

    def get_preference(self, identifier, **state):
        return driver.name(identifier)

    def find_matches(self, identifier, requirements, incompatibilities):
        allowed = [versions for package, versions in requirements[identifier]]
        refused = list(incompatibilities[identifier])
        of_package = [version for version in self.versions if version.package is identifier]
        return [v for v in of_package if v not in refused and all(v in versions for versions in allowed)]

    def is_satisfied_by(self, requirement, candidate):
        return candidate in requirement[1]

    def get_dependencies(self, candidate):
        return candidate.requirements


@driver.operation
def resolve(project):
    resolver = resolvelib.Resolver(Provider(project), resolvelib.BaseReporter())
    try:
        found = resolver.resolve(project.requirements, max_rounds=1000)
    except resolvelib.ResolutionTooDeep:
        raise driver.Skip("did not come to an end")  # counted, and not shown: others run this resolver on what strangers publish
    except RecursionError:
        raise driver.Fail("a RecursionError")
    return [project, *found.mapping.values()]


driver.serve()

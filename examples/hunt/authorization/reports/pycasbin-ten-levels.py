from casbin.rbac.default_role_manager import RoleManager

for levels in 10, 2, 1:
    manager = RoleManager(levels)
    for level in range(levels):
        manager.add_link(f"role{level}", f"role{level + 1}")
    print(levels, manager.has_link("role0", f"role{levels}"))  # should be True

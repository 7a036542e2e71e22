/** Files that an archive may list, a mail attach or a package hold. No ordinary document has more. */
export const maxContainerEntries = 10_000

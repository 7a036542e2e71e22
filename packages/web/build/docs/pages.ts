/** The sidebar: every page of `docs/`, by who reads it. Paths are those below the root of the repository. */
export const sections = [
  {
    title: 'Use it',
    pages: [
      'docs/index.md',
      'docs/quick-start.md',
      'docs/guides/retrieval.md',
      'docs/guides/waiting.md',
      'docs/guides/scans.md',
      'docs/guides/vendors.md',
      'docs/guides/cost.md',
      'docs/clients/typescript.md',
      'clients/python/README.md',
      'docs/clients/generated.md',
      'docs/cli.md',
      'docs/mcp.md',
      'docs/web-app.md',
      'docs/guides/sign-in.md',
      'docs/compare.md',
      'docs/forms.md',
      'docs/formats.md',
      'docs/webhooks-and-events.md',
      'docs/problems.md',
      'docs/compatibility-routes.md',
      'docs/beside-others.md',
    ],
  },
  {
    title: 'Run it',
    pages: [
      'docs/configuration.md',
      'docs/operations.md',
      'docs/providers.md',
      'docs/storage.md',
      'docs/security.md',
      'docs/platforms.md',
      'docs/performance.md',
      'docs/quality.md',
      'docs/compatibility.md',
    ],
  },
  { title: 'Extend it', pages: ['docs/adding-a-provider.md', 'docs/first-change.md', 'CONTRIBUTING.md'] },
  {
    title: 'How it works',
    pages: [
      'docs/architecture.md',
      'docs/job-lifecycle.md',
      'docs/readers.md',
      'docs/naming.md',
      'docs/decisions/README.md',
    ],
  },
] as const

/** Pages without an entry of their own in the sidebar: other pages lead to them. */
export const unlisted = ['docs/decisions/', 'SECURITY.md', 'CHANGELOG.md', 'THIRD_PARTY.md', 'quality/README.md']

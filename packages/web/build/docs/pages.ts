/**
 * The sidebar: every page of the two books of `docs/`, by what it is about. Paths are those below the root of the repository.
 * An address in the site has no name of a book, so that a page may change from one to the other.
 */
export const books = [
  {
    title: 'For users',
    sections: [
      {
        title: 'Start',
        pages: [
          'docs/index.md',
          'docs/use/quick-start.md',
          'docs/use/guides/retrieval.md',
          'docs/use/guides/waiting.md',
          'docs/use/guides/scans.md',
          'docs/use/guides/vendors.md',
          'docs/use/guides/cost.md',
          'docs/use/web-app.md',
          'docs/use/compare.md',
          'docs/use/beside-others.md',
        ],
      },
      {
        title: 'Clients',
        pages: [
          'docs/use/cli.md',
          'docs/use/clients/typescript.md',
          'clients/python/README.md',
          'docs/use/clients/generated.md',
          'docs/use/mcp.md',
          'docs/use/jobs.md',
          'docs/use/webhooks-and-events.md',
          'docs/use/compatibility-routes.md',
          'docs/use/guides/librechat.md',
          'docs/use/guides/open-webui.md',
          'docs/use/guides/ragflow.md',
          'docs/use/guides/dify.md',
          'docs/use/guides/n8n.md',
          'docs/use/guides/haystack.md',
          'docs/use/guides/onyx.md',
          'docs/use/compatibility.md',
        ],
      },
      {
        title: 'Formats',
        pages: [
          'docs/use/formats.md',
          'docs/use/forms.md',
          'docs/use/extraction.md',
          'docs/use/classification.md',
          'docs/use/quality.md',
        ],
      },
      {
        title: 'Providers',
        pages: [
          'docs/use/providers/README.md',
          'docs/use/providers/results.md',
          'docs/use/providers/settings.md',
          'docs/use/providers/local.md',
          'docs/use/providers/own-servers.md',
          'docs/use/providers/vision-models.md',
          'docs/use/providers/parsing-apis.md',
          'docs/use/providers/clouds.md',
        ],
      },
      {
        title: 'Operations',
        pages: [
          'docs/use/configuration.md',
          'docs/use/operations.md',
          'docs/use/guides/sign-in.md',
          'docs/use/storage.md',
          'docs/use/platforms.md',
          'docs/use/performance.md',
        ],
      },
      { title: 'Security and problems', pages: ['docs/use/security.md', 'docs/use/problems.md'] },
    ],
  },
  {
    title: 'For contributors',
    sections: [
      {
        title: 'Change it',
        pages: ['CONTRIBUTING.md', 'docs/contribute/first-change.md', 'docs/contribute/adding-a-provider.md'],
      },
      {
        title: 'How it works',
        pages: [
          'docs/contribute/architecture.md',
          'docs/contribute/readers.md',
          'docs/contribute/job-lifecycle.md',
          'docs/contribute/naming.md',
          'docs/contribute/decisions/README.md',
        ],
      },
    ],
  },
] as const

/** Pages without an entry of their own in the sidebar: other pages lead to them. */
export const unlisted = [
  'docs/contribute/decisions/',
  'SECURITY.md',
  'CHANGELOG.md',
  'THIRD_PARTY.md',
  'quality/README.md',
]

/** Addresses of pages that are elsewhere, each with the page that stands for it. */
export const moved: Readonly<Record<string, string>> = { 'providers.html': 'docs/use/providers/README.md' }

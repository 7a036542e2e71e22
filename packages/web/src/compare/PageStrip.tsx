import { heatOf, mean, percent } from '@polyparse/compare/report'
import type { PageAgreement } from '@polyparse/contract'
import { useRoute } from '../routing/route.ts'
import { placeOf } from './place.ts'

/** The pages, each coloured by how far the providers agree on it: the one that needs a look is seen at once. */
export const PageStrip = ({ pages }: { readonly pages: readonly PageAgreement[] }) => {
  const { path } = useRoute()
  return (
    <div>
      <h3 className="page-strip-title">Page by page</h3>
      <ol className="page-strip" tabIndex={0} aria-label="Agreement page by page">
        {pages.map(({ page, agreement, outlier }) => {
          const share = mean(Object.values(agreement))
          const told = share === null ? 'nothing to compare' : percent(share)
          const title = `Page ${page}: ${told}${outlier === undefined ? '' : `, outlier: ${outlier}`}`
          return (
            <li key={page}>
              <a
                className={share === null ? '' : heatOf(share)}
                href={placeOf(path, { page })}
                title={title}
                aria-label={title}
              >
                {page}
                {outlier !== undefined && <span aria-hidden>▲</span>}
              </a>
            </li>
          )
        })}
      </ol>
    </div>
  )
}

import { mean, percent } from '@polyparse/compare/format'
import { heatOf } from '@polyparse/compare/view'
import type { PageAgreement } from '@polyparse/contract'
import { useRoute } from '../routing/route.ts'
import { placeOf } from './place.ts'

/** The pages, coloured by how far the providers agree on them. */
export const PageStrip = ({ pages }: { readonly pages: readonly PageAgreement[] }) => {
  const { path } = useRoute()
  return (
    <div>
      <h3 className="page-strip-title">Page by page</h3>
      <ol className="page-strip" tabIndex={0} aria-label="Agreement page by page">
        {pages.map(({ page, agreement, outlier }) => {
          const share = mean(Object.values(agreement))
          const agreed = share === null ? 'nothing to compare' : percent(share)
          const title = `Page ${page}: ${agreed}${outlier === undefined ? '' : `, outlier: ${outlier}`}`
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

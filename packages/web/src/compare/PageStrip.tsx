import { mean } from '@polyparse/compare/format'
import { heatOf } from '@polyparse/compare/view'
import type { PageAgreement } from '@polyparse/contract'
import { formatAgreement } from '../design/format.ts'
import { useMessages } from '../language/messages.ts'
import { useViewMessages } from '../language/view-messages.ts'
import { useRoute } from '../routing/route.ts'
import { hrefOfSelection } from './selection.ts'
import './agreement.css'

/** The pages, coloured by how far the providers agree on them. */
export const PageStrip = ({ pages }: { readonly pages: readonly PageAgreement[] }) => {
  const messages = useMessages()
  const viewMessages = useViewMessages()
  const { path } = useRoute()
  return (
    <div>
      <h3 className="page-strip-title">{viewMessages.compare.pageByPage}</h3>
      <ol className="page-strip" tabIndex={0} aria-label={viewMessages.compare.agreementPageByPage}>
        {pages.map(({ page, agreement, outlier }) => {
          const share = mean(Object.values(agreement))
          const agreed = share === null ? viewMessages.compare.nothingToCompare : formatAgreement(share)
          const title = `${messages.common.pageNumber(page)}: ${agreed}${outlier === undefined ? '' : `, ${viewMessages.compare.outlierIs(outlier)}`}`
          return (
            <li key={page}>
              <a
                className={share === null ? '' : heatOf(share)}
                href={hrefOfSelection(path, { page })}
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

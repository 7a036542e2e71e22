import { hrefOf, useRoute } from '../routing/route.ts'

/** The selection of an address in a comparison: a dispute, a page, or nothing. */
export type Selection = { readonly dispute?: number; readonly page?: number }

export const hrefOfSelection = (path: readonly string[], selection: Selection): string => hrefOf(path, selection)

export const useSelection = (): Selection => {
  const { dispute, page } = useRoute().query
  return {
    ...(isNumber(dispute) && { dispute: Number(dispute) }),
    ...(isNumber(page) && { page: Number(page) }),
  }
}

const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d{1,7}$/.test(text)

/** Ids that are the same for the same document: counted on the page, by what they name. */
export const blockId = (page: number, count: number): string => `p${page}-b${count}`
export const tableId = (page: number, count: number): string => `p${page}-t${count}`
export const pictureId = (page: number, count: number): string => `p${page}-i${count}`

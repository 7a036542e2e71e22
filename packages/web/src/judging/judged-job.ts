import { createContext } from 'react'

/** The job whose result is shown and may be judged; null where nothing can be settled, as in what a link shows. */
export const JudgedJobContext = createContext<string | null>(null)

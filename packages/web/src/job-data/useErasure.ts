import { useSyncExternalStore } from 'react'
import { type Erasure, onErasures, readErasure } from './erasures.ts'

/** The deletion of a job that is to come or under way; null if there is none. */
export const useErasure = (id: string): Erasure | null => useSyncExternalStore(onErasures, () => readErasure(id))

import type { Kind } from './documents.ts'
import type { Figure } from './means.ts'
import type { Provider } from './read.ts'

/*
 * Each threshold is 0.01 below the mean measured when it was last moved: this leaves room for differences between
 * machines, but none for a worse reader. `npm run quality -- --thresholds` prints them anew; README.md says when to
 * move one.
 */

/** The lowest allowed mean of each figure over the documents of a kind that a provider reads. */
export type Thresholds = Readonly<
  Partial<Record<Provider, Readonly<Partial<Record<Kind, Readonly<Partial<Record<Figure, number>>>>>>>>
>

/** The minimum number of documents: a run that finds fewer fails. */
export const least = { full: 119, ci: 18 }

const full: Thresholds = {
  'provider-a': {
    prose: { text: 0.989, headings: 0.963, overall: 0.976 },
    columns: { text: 0.979, tables: 0.747, headings: 0.709, overall: 0.835 },
    list: { text: 0.983, headings: 0.941, lists: 0.704, overall: 0.876 },
    table: { text: 0.804, tables: 0.778, headings: 0.74, overall: 0.774 },
    spans: { text: 0.898, tables: 0.647, headings: 0.804, lists: 0.99, overall: 0.792 },
    statement: { text: 0.839, tables: 0.597, headings: 0.71, pairs: 0.723, overall: 0.718 },
    invoice: { text: 0.878, tables: 0.722, headings: 0.738, pairs: 0.79, overall: 0.782 },
    form: { text: 0.906, tables: 0.672, headings: 0.766, pairs: 0.895, overall: 0.833 },
    code: { text: 0.915, tables: 0.358, headings: 0.796, lists: 0.49, overall: 0.639 },
  },
  'provider-b': {
    scan: { text: 0.92, tables: 0.894, headings: 0.883, lists: 0.969, pairs: 0.99, overall: 0.906 },
  },
  'provider-c': {
    prose: { text: 0.977, headings: 0.977, overall: 0.977 },
    columns: { text: 0.989, tables: 0.99, headings: 0.989, overall: 0.989 },
    list: { text: 0.989, headings: 0.989, lists: 0.974, overall: 0.984 },
    table: { text: 0.99, tables: 0.99, headings: 0.99, overall: 0.99 },
    spans: { text: 0.99, tables: 0.909, headings: 0.985, lists: 0.99, overall: 0.961 },
    statement: { text: 0.935, tables: 0.985, headings: 0.965, pairs: 0.723, overall: 0.946 },
    invoice: { text: 0.933, tables: 0.99, headings: 0.962, pairs: 0.99, overall: 0.968 },
    form: { text: 0.866, tables: 0.99, headings: 0.919, pairs: 0.663, overall: 0.827 },
    code: { text: 0.99, tables: 0.865, headings: 0.964, lists: 0.99, overall: 0.952 },
  },
}

const ci: Thresholds = {
  'provider-a': {
    prose: { text: 0.99, headings: 0.99, overall: 0.99 },
    columns: { text: 0.989, tables: 0.99, headings: 0.78, overall: 0.919 },
    list: { text: 0.983, headings: 0.987, lists: 0.796, overall: 0.922 },
    table: { text: 0.951, tables: 0.928, headings: 0.99, overall: 0.956 },
    spans: { text: 0.99, tables: 0.563, headings: 0.963, overall: 0.839 },
    statement: { text: 0.747, tables: 0.529, headings: 0.58, overall: 0.618 },
    invoice: { text: 0.99, tables: 0.97, headings: 0.989, pairs: 0.99, overall: 0.985 },
    form: { text: 0.638, tables: 0.203, headings: 0.585, pairs: 0.956, overall: 0.694 },
    code: { text: 0.987, tables: 0.0, headings: 0.842, lists: 0.99, overall: 0.702 },
  },
  'provider-b': {
    scan: { text: 0.941, tables: 0.986, headings: 0.921, lists: 0.969, overall: 0.947 },
  },
  'provider-c': {
    prose: { text: 0.99, headings: 0.99, overall: 0.99 },
    columns: { text: 0.989, tables: 0.99, headings: 0.989, overall: 0.989 },
    list: { text: 0.99, headings: 0.99, lists: 0.99, overall: 0.99 },
    table: { text: 0.99, tables: 0.99, headings: 0.99, overall: 0.99 },
    spans: { text: 0.99, tables: 0.779, headings: 0.975, overall: 0.914 },
    statement: { text: 0.99, tables: 0.97, headings: 0.987, overall: 0.982 },
    invoice: { text: 0.72, tables: 0.99, headings: 0.859, pairs: 0.99, overall: 0.889 },
    form: { text: 0.978, tables: 0.99, headings: 0.984, pairs: 0.99, overall: 0.985 },
    code: { text: 0.99, tables: 0.99, headings: 0.99, lists: 0.99, overall: 0.99 },
  },
}

/** For all documents, and for the small part that CI runs. */
export const minimum = { full, ci }

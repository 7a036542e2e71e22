/* Search in the browser: the sections of all pages, fetched from beside the page when the box is first used. */
const { index: indexUrl } = document.querySelector('script[data-index]').dataset
const root = new URL('.', new URL(indexUrl, location.href))
const input = document.querySelector('.search input')
const list = document.querySelector('.search ol')
const mostResults = 12
let sections

const load = () => (sections ??= fetch(indexUrl).then((response) => response.json()))

/** 0: a word is missing. A word in a title counts for more than one in the text. */
const score = ({ page, title, text }, words) => {
  let sum = 0
  for (const word of words) {
    const found = (title.toLowerCase().includes(word) ? 8 : 0) + (page.toLowerCase().includes(word) ? 4 : 0)
    const inText = text.toLowerCase().includes(word) ? 1 : 0
    if (found + inText === 0) return 0
    sum += found + inText
  }
  return sum
}

const item = ({ page, title, text, address }, [word]) => {
  const link = document.createElement('a')
  link.href = new URL(address, root)
  link.textContent = title === page ? page : `${page} › ${title}`
  const excerpt = document.createElement('small')
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40)
  excerpt.textContent = text.slice(at, at + 140)
  link.append(excerpt)
  const entry = document.createElement('li')
  entry.append(link)
  return entry
}

const nothing = () => {
  const entry = document.createElement('li')
  const text = document.createElement('span')
  text.textContent = 'Nothing found'
  entry.append(text)
  return entry
}

const search = async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean)
  const all = await load()
  const found = words.length === 0 ? [] : all.map((section) => ({ section, points: score(section, words) }))
  const best = found.filter(({ points }) => points > 0).toSorted((a, b) => b.points - a.points)
  const items = best.slice(0, mostResults).map(({ section }) => item(section, words))
  list.replaceChildren(...(items.length > 0 ? items : [nothing()]))
  list.hidden = words.length === 0
}

input.addEventListener('input', () => {
  void search()
})
input.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') list.hidden = true
  if (key === 'Enter') list.querySelector('a')?.click()
})

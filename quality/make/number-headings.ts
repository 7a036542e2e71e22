/** Numbers the headings of a source below the first level: `## 2 Method`, `### 2.1 Gates`. */
export const numberHeadings = (markdown: string): string => {
  const counts = [0, 0]
  return markdown.replaceAll(/^(#{2,3}) /gm, (found, signs: string) => {
    const level = signs.length - 2
    counts[level] = (counts[level] ?? 0) + 1
    counts.fill(0, level + 1)
    return `${found}${counts.slice(0, level + 1).join('.')} `
  })
}

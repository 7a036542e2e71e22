import { type Raster, turn } from '@polyparse/engine/images'
import { findLines, type SeenLine } from './find-lines.ts'
import type { InstalledModel } from './models.ts'
import { type Networks, networksOf } from './networks.ts'
import { recognition, turnParameters } from './parameters.ts'
import { charactersOfLine } from './read-lines.ts'

/**
 * The rotations, clockwise, that make a page upright of which little could be read: some of its longest lines are read in both
 * directions that their shapes allow. None where it reads best as it is.
 */
export const turnsByLines = async (raster: Raster, model: InstalledModel): Promise<QuarterTurn[]> => {
  const networks = await networksOf(model)
  return turnsOfLines(raster, await findLines(raster, networks), networks)
}

type QuarterTurn = 90 | 180 | 270

/** The same for lines that have been found. */
export const turnsOfLines = async (
  raster: Raster,
  seen: readonly SeenLine[],
  networks: Networks,
): Promise<QuarterTurn[]> => {
  const lines = seen.toSorted((one, other) => longSide(other) - longSide(one))
  const samples = lines.slice(0, turnParameters.samples)
  const upright = samples.filter((line) => line.height > line.length * recognition.minUprightRatio)
  const ways = upright.length * 2 > samples.length ? ([90, 270] as const) : ([0, 180] as const)
  const sureness = async (degrees: 0 | QuarterTurn): Promise<number> => {
    let sum = 0
    for (const line of samples) {
      const read = await charactersOfLine(raster, line, { networks, turned: (part) => turn(part, degrees) })
      sum += read.reduce((total, { confidence }) => total + confidence, 0) / Math.max(1, read.length)
    }
    return sum
  }
  const [one, other] = [await sureness(ways[0]), await sureness(ways[1])]
  return [one >= other ? ways[0] : ways[1]].filter((degrees) => degrees !== 0)
}

const longSide = ({ length, height }: SeenLine): number => Math.max(length, height)

import { pagesOf } from '@imprimitodo/shared/rules/compra/paginas'
import { PdfRefused, type Stretch } from '../port.ts'
import { JobFailed } from './worker-process.ts'

type Make = (work: Stretch[]) => Promise<{ pages: number }>

/**
 * Makes a work, whatever its files contain: a file that cannot be merged is printed as pictures, and all
 * files are if no single one is to blame.
 * @returns the files that were drawn
 */
export async function makePaper(make: Make, work: Stretch[]): Promise<{ pages: number; drawn: string[] }> {
  try {
    return { ...(await make(work)), drawn: [] }
  } catch (error) {
    if (!isOfAFile(error)) throw error
    const all = [...new Set(work.map(({ path }) => path))]
    const culprits = await culpritsOf(make, work, all)
    try {
      return { ...(await make(asPictures(work, culprits))), drawn: culprits }
    } catch (again) {
      if (!isOfAFile(again) || culprits.length === all.length) throw again
      return { ...(await make(asPictures(work, all))), drawn: all }
    }
  }
}

/** Whether the file may be to blame: not a full disk, nor an abort. */
export const isOfAFile = (error: unknown): boolean =>
  error instanceof PdfRefused || (error instanceof JobFailed && !error.ofTheMachine)

async function culpritsOf(make: Make, work: Stretch[], paths: string[]): Promise<string[]> {
  if (paths.length === 1) return paths
  const culprits: string[] = []
  for (const path of paths) {
    try {
      await make(work.filter((stretch) => stretch.path === path))
    } catch (error) {
      if (!isOfAFile(error)) throw error
      culprits.push(path)
    }
  }
  return culprits.length > 0 ? culprits : paths
}

const asPictures = (work: Stretch[], paths: string[]): Stretch[] =>
  work.map((stretch) => {
    const { path, pages } = stretch
    return paths.includes(path) ? { ...stretch, imagen: pagesOf(pages) } : stretch
  })

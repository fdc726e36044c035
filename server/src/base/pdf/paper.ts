import { pagesOf } from '@imprimitodo/shared/rules/paginas'
import { PdfRefused, type Stretch } from './port.ts'
import { JobFailed } from './worker-process.ts'

type Make = (work: Stretch[]) => Promise<{ pages: number }>

/**
 * Makes a work, whatever its files do to it: one that cannot be made part of it is printed as pictures, or all of them
 * where none alone is to blame.
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

/** Nothing that the machine did: its disk, or that it was told to stop. */
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

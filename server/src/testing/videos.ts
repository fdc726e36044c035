import { readFileSync } from 'node:fs'

/** Videos of a few kilobytes, of a test picture and a tone: `corto` can be shown, each of the others lacks one thing. */
export const sampleVideo = (name: string): Buffer =>
  readFileSync(new URL(`./videos/${name}`, import.meta.url))

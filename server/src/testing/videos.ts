import { readFileSync } from 'node:fs'

/**
 * Videos of a few kilobytes, with a test picture and a tone: `corto` can be shown, each of the others has one
 * fault.
 */
export const sampleVideo = (name: string): Buffer =>
  readFileSync(new URL(`./videos/${name}`, import.meta.url))

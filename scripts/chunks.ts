// The chunks of Vite's manifest that a page loads.
import type { Manifest, ManifestChunk } from 'vite'

export function chunkOf(manifest: Manifest, name: string): ManifestChunk {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`No ${name} in the build: was it renamed?`)
  return chunk
}

/**
 * The names of a chunk and of all that it imports. What is imported comes first, as Vite's code loads style sheets: of
 * two rules for one element the screen's own wins over that of a part which it shows.
 */
export function chunksOf(manifest: Manifest, name: string): string[] {
  const begun = new Set<string>()
  const add = (one: string): string[] => {
    if (begun.has(one)) return []
    begun.add(one)
    return [...(chunkOf(manifest, one).imports ?? []).flatMap(add), one]
  }
  return add(name)
}

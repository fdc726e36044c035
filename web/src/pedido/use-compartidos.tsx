import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { type Compartido, MAX_COMPARTIDOS, tomarCompartidos } from '../api/compartidos.ts'

const TEXTS: Record<Exclude<Compartido, 'ok'>, string> = {
  nada: 'Lo que compartiste no trae ningún archivo. Elegí acá tus PDF o tus fotos.',
  muchos: `Recibimos los primeros ${MAX_COMPARTIDOS} archivos. Compartí los otros después, o elegilos acá.`,
  no: 'No pudimos recibir lo que compartiste. Elegí los archivos acá: siguen en tu teléfono.',
}

const isKnown = (como: string): como is keyof typeof TEXTS => como in TEXTS

/** Files that another app shared with the installed one come into the list, once; `onProblem` gets what went wrong. */
export function useCompartidos({
  onFiles,
  onProblem,
}: {
  onFiles: (files: File[]) => void
  onProblem: (text: string) => void
}): void {
  const [search, setSearch] = useSearchParams()
  const como = search.get('compartido')
  const take = useEffectEvent(async () => {
    const files = await tomarCompartidos()
    if (files.length > 0) onFiles(files)
    if (como && isKnown(como)) onProblem(TEXTS[como])
    // Opened again, this address says nothing new
    setSearch({}, { replace: true })
  })
  useEffect(() => {
    if (como) void take()
  }, [como])
}

import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Compartido, MAX_COMPARTIDOS, takeCompartidos } from '../../api/compartidos.ts'
import { TextButton } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import styles from './use-compartidos.module.css'

const TEXTS: Record<Exclude<Compartido, 'ok'>, string> = {
  nada: 'Lo que compartiste no trae ningún archivo. Elegí acá tus PDF o tus fotos.',
  muchos: `Recibimos los primeros ${MAX_COMPARTIDOS} archivos. Compartí los otros después, o elegilos acá.`,
  no: 'No pudimos recibir lo que compartiste. Elegí los archivos acá: siguen en tu teléfono.',
}

const isKnown = (como: string): como is keyof typeof TEXTS => como in TEXTS

/** Other apps share only with the installed app. In a browser tab, another site may have posted the files. */
const isTab = () => window.matchMedia('(display-mode: browser)').matches

/**
 * Adds files that another app shared to the list, once; `onProblem` gets the failure.
 * @returns in a browser tab, the question whether to add them
 */
export function useCompartidos({
  onFiles,
  onProblem,
}: {
  onFiles: (files: File[]) => void
  onProblem: (text: string) => void
}): ReactNode {
  const [search, setSearch] = useSearchParams()
  const [asked, setAsked] = useState<File[]>([])
  const como = search.get('compartido')
  const take = useEffectEvent(async () => {
    const files = await takeCompartidos()
    if (files.length > 0) {
      if (isTab()) setAsked((before) => [...before, ...files])
      else onFiles(files)
    }
    if (como && isKnown(como)) onProblem(TEXTS[como])
    // A reload of this address must not repeat the message
    setSearch({}, { replace: true })
  })
  useEffect(() => {
    if (como) void take()
  }, [como])
  if (asked.length === 0) return null
  const answer = (yes: boolean) => {
    setAsked([])
    if (yes) onFiles(asked)
    else document.getElementById('contenido')?.focus({ preventScroll: true }) // its buttons are gone
  }
  return <Pregunta count={asked.length} onAnswer={answer} />
}

function Pregunta({ count, onAnswer }: { count: number; onAnswer: (yes: boolean) => void }) {
  return (
    <Notice
      tone="warning"
      action={
        <span className={styles.answers}>
          <TextButton onClick={() => onAnswer(true)}>Agregar</TextButton>
          <TextButton onClick={() => onAnswer(false)}>Descartar</TextButton>
        </span>
      }
    >
      {count === 1
        ? 'Otra página mandó un archivo: ¿lo agregamos?'
        : `Otra página mandó ${count} archivos: ¿los agregamos?`}
    </Notice>
  )
}

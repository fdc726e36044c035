import type { Impresion } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { useState } from 'react'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { answerImpresion, useAccion } from './queries.ts'
import { contadasText, missingCopias, paginaToGoOn } from './textos.ts'

type Props = { impresion: Impresion; onClose: () => void }

/** Reprints it from a page on. */
export function DesdePagina({ impresion, onClose }: Props) {
  const { nombre, paginas, copias, lados, impresora } = impresion
  const hint = [
    `Tiene ${count(paginas, 'página')}.`,
    lados === 2 && 'Se empieza por el frente de su hoja.',
    copias > 1 && `Salen otra vez las ${copias} copias desde ahí.`,
  ]
  return (
    <Parte
      impresion={impresion}
      onClose={onClose}
      title={`Reimprimir «${nombre}» desde…`}
      label="Página"
      hint={hint.filter(Boolean).join(' ')}
      initial={paginaToGoOn(impresion)}
      most={paginas}
      problem={`Escribí una página de 1 a ${paginas}.`}
      answer={(desde) => ({ respuesta: 'reimprimir_desde', desde })}
      done={(desde) => `«${nombre}» va de nuevo a ${impresora.nombre}, desde la página ${desde}.`}
    />
  )
}

/** Reprints the copies that did not come out whole. */
export function ReprintMissing({ impresion, onClose }: Props) {
  const { nombre, copias, impresora } = impresion
  return (
    <Parte
      impresion={impresion}
      onClose={onClose}
      title={`Reimprimir copias de «${nombre}»`}
      label="Copias que faltan"
      hint={`Lleva ${copias} en total. Contá las que salieron enteras: la que quedó por la mitad va de nuevo.`}
      initial={missingCopias(impresion)}
      most={copias}
      problem={`Escribí un número de 1 a ${copias}.`}
      answer={(faltan) => ({ respuesta: 'reimprimir', copias: faltan })}
      done={(faltan) => `«${nombre}» va de nuevo a ${impresora.nombre}: ${count(faltan, 'copia')}.`}
    />
  )
}

/** One number, preset to the printer's count, which the clerk at the tray can correct. */
function Parte({
  impresion,
  onClose,
  title,
  label,
  hint,
  initial,
  most,
  problem,
  answer,
  done,
}: Props & {
  title: string
  label: string
  hint: string
  initial: number | null
  most: number
  problem: string
  answer: (typed: number) => Parameters<typeof answerImpresion>[1]
  done: (typed: number) => string
}) {
  const { id, pedido_id } = impresion
  const [typed, setTyped] = useState(String(initial ?? ''))
  const [isWrong, setWrong] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const { mutate, isPending } = useAccion(setRefused)
  function send() {
    const number = /^\d+$/.test(typed.trim()) ? Number(typed) : 0
    const isGood = number >= 1 && number <= most
    setWrong(!isGood)
    setRefused(null)
    if (!isGood) return
    mutate(
      { run: () => answerImpresion(id, answer(number)), done: done(number), pedido_id },
      { onSuccess: ({ ok }) => ok && onClose() },
    )
  }
  return (
    <FormDialog
      title={title}
      action="Reimprimir"
      busyText="Mandando…"
      isBusy={isPending}
      onSubmit={send}
      onClose={onClose}
    >
      <p>{contadasText(impresion)}</p>
      <Field
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isWrong ? problem : null}
        hint={hint}
        onChange={({ target }) => setTyped(target.value)}
      />
      {refused && <Notice tone="error">{refused}</Notice>}
    </FormDialog>
  )
}

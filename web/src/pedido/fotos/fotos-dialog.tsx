import { FileCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { convertFotos, type Elegida, FotoPerdida, MAX_FOTOS, nombrePdf } from '../../ui/fotos/convert.ts'
import type { Encaje, Giro } from '../../ui/fotos/hoja.ts'
import { Notice } from '../../ui/notice/notice.tsx'
import { Progress } from '../../ui/notice/progress.tsx'
import type { ArchivoCarrito } from '../carrito/carrito-state.ts'
import { FotoItem } from './foto-item.tsx'
import styles from './fotos-dialog.module.css'
import { fotosLeidas } from './leidas.ts'
import { inPlaceOf, useOrdenDeFotos } from './use-orden.ts'

const ENCAJES = [
  { value: 'entera', label: 'Entera' },
  { value: 'recortada', label: 'Recortar' },
] as const
const EXPLAINED: Record<Encaje, string> = {
  entera: 'Se ve toda la foto, con un borde blanco.',
  recortada: 'Llena la hoja, y lo que sobra de los bordes se corta.',
}

/**
 * Makes one PDF of the list's pictures. `listed`: names already in use; `onDone` gets the PDF and the ids of
 * its pictures.
 */
export function FotosDialog({
  fotos,
  listed,
  onDone,
  onClose,
}: {
  fotos: readonly ArchivoCarrito[]
  listed: readonly string[]
  onDone: (pdf: File, ids: string[]) => void
  onClose: () => void
}) {
  const { elegidas, reading, wrong, said, move, moveTo, turn, leave } = useElegidas(fotos)
  const [encaje, setEncaje] = useState<Encaje>('entera')
  const list = useRef<HTMLOListElement>(null)
  const { held, hold } = useOrdenDeFotos(list, moveTo)
  const { done, problem, make, cancel } = useConversion(onDone)
  const working = done !== null
  const total = elegidas.length
  const name = nombrePdf(
    elegidas.map(({ archivo }) => archivo.name),
    listed,
  )
  const close = () => {
    cancel()
    onClose()
  }
  return (
    <Dialog
      title={total === 1 ? 'Tu foto en un PDF' : 'Tus fotos en un PDF'}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>Cancelar</Button>
          <Button
            variant="primary"
            icon={FileCheck}
            disabled={working || reading > 0 || total === 0 || total > MAX_FOTOS}
            onClick={() => void make(elegidas, encaje, name)}
          >
            {working ? 'Armando el PDF…' : 'Hacer el PDF'}
          </Button>
        </>
      }
    >
      <p>
        {total === 1 ? 'Una foto, en una hoja A4.' : `${total} fotos, una por hoja A4, en un solo PDF.`} Se
        hace en tu dispositivo.
      </p>
      {total > 0 && (
        <>
          <div className={styles.fit}>
            <Segmented
              label="Cómo entra en la hoja"
              options={ENCAJES}
              value={encaje}
              disabled={working}
              onChange={setEncaje}
            />
            <p className="muted">{EXPLAINED[encaje]}</p>
          </div>
          <ol className={styles.list} ref={list} aria-label="Orden de las hojas">
            {elegidas.map((elegida, index) => (
              <FotoItem
                key={elegida.archivo.id}
                elegida={elegida}
                encaje={encaje}
                total={total}
                n={index + 1}
                held={held === elegida.archivo.id}
                disabled={working}
                onHold={() => hold(elegida.archivo.id)}
                onMove={(by) => move(elegida.archivo.id, by)}
                onTurn={() => turn(elegida.archivo.id)}
                onLeave={() => leave(elegida.archivo.id)}
              />
            ))}
          </ol>
        </>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {reading > 0 && <p role="status">Abriendo {reading === 1 ? 'una foto' : `${reading} fotos`}…</p>}
      {total > MAX_FOTOS && (
        <Notice tone="error">
          En un PDF entran hasta {MAX_FOTOS} fotos. Dejá afuera algunas y hacé otro PDF con ellas.
        </Notice>
      )}
      {wrong.map(({ id, name: nombre, text }) => (
        <Notice key={id} tone="warning" still>
          <b>{nombre} no entra.</b> {text}
        </Notice>
      ))}
      {working && (
        <Progress label="Fotos listas" percent={(done / total) * 100} text={`${done} de ${total}`} />
      )}
      {problem && <Notice tone="error">{problem}</Notice>}
    </Dialog>
  )
}

/** The chosen pictures, their order and rotation; and the announcement of each change. */
function useElegidas(fotos: readonly ArchivoCarrito[]) {
  const leidas = fotosLeidas.use()
  const [orden, setOrden] = useState(() => fotos.map(({ id }) => id))
  const [giros, setGiros] = useState<ReadonlyMap<string, Giro>>(new Map())
  const [said, say] = useState('')
  const focus = useFocus()

  const elegidas = orden.flatMap((id): Elegida[] => {
    const archivo = fotos.find((one) => one.id === id)
    const foto = leidas.get(id)
    return archivo && foto?.estado === 'lista' ? [{ archivo, foto, giro: giros.get(id) ?? 0 }] : []
  })
  const ids = elegidas.map(({ archivo }) => archivo.id)
  const nameOf = (id: string) => fotos.find((one) => one.id === id)?.name ?? ''
  const moveTo = useCallback((id: string, to: string) => setOrden((before) => inPlaceOf(before, id, to)), [])
  return {
    elegidas,
    said,
    reading: orden.filter((id) => leidas.get(id)?.estado === 'leyendo').length,
    wrong: fotos.flatMap(({ id, name }) => {
      const foto = leidas.get(id)
      return foto?.estado === 'no' ? [{ id, name, text: foto.text }] : []
    }),
    moveTo,
    move(id: string, by: 1 | -1) {
      const at = ids.indexOf(id)
      const to = ids[at + by]
      if (to === undefined) return
      moveTo(id, to)
      focus(id, by < 0 ? 'up' : 'down')
      say(`${nameOf(id)} es ahora la hoja ${at + by + 1} de ${ids.length}.`)
    },
    turn(id: string) {
      const before = giros.get(id) ?? 0
      const next: Record<Giro, Giro> = { 0: 90, 90: 180, 180: 270, 270: 0 }
      setGiros(new Map(giros).set(id, next[before]))
      say(`${nameOf(id)} está girada ${next[before]} grados.`)
    },
    leave(id: string) {
      setOrden(orden.filter((one) => one !== id))
      const at = ids.indexOf(id)
      const next = ids[at + 1] ?? ids[at - 1]
      // The last remaining picture cannot be left out
      if (next !== undefined) focus(next, ids.length > 2 ? 'leave' : 'turn')
      say(`${nameOf(id)} no va en este PDF.`)
    },
  }
}

/**
 * A row that moves or disappears loses the focus: this gives it to the named button of a picture once it is
 * drawn.
 */
function useFocus(): (id: string, button: 'up' | 'down' | 'leave' | 'turn') => void {
  const [focused, setFocused] = useState<string | null>(null)
  useEffect(() => {
    if (focused === null) return
    document.querySelector<HTMLElement>(focused)?.focus()
    setFocused(null)
  }, [focused])
  return (id, button) => setFocused(`[data-${button}="${id}"]`)
}

/** `done`: how many pictures are in it; null while none is being made. */
function useConversion(onDone: (pdf: File, ids: string[]) => void) {
  const [done, setDone] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const cancel = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])
  async function make(elegidas: readonly Elegida[], encaje: Encaje, nombre: string) {
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    setDone(0)
    try {
      const { signal } = controller
      const pdf = await convertFotos(elegidas, { encaje, nombre, signal, onFoto: setDone })
      if (!signal.aborted)
        onDone(
          pdf,
          elegidas.map(({ archivo }) => archivo.id),
        )
    } catch (error) {
      if (controller.signal.aborted) return
      setDone(null)
      setProblem(
        error instanceof FotoPerdida
          ? `No pudimos leer «${error.nombre}»: se borró, cambió o no alcanza la memoria. Dejala afuera o elegila de nuevo.`
          : 'No pudimos armar el PDF. Probá con menos fotos.',
      )
    }
  }
  return { done, problem, make, cancel }
}

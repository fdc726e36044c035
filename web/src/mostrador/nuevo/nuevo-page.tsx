import type { VentaAnswer } from '@imprimitodo/shared/api/ventas'
import { useEffect, useReducer, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useMostradorSession } from '../session/session.ts'
import { VentaCobrada } from './cobrado.tsx'
import { dropContenidos } from './contenidos.ts'
import {
  followVenta,
  forgetVenta,
  keepVenta,
  letGoVenta,
  openVenta,
  takeVenta,
  type VentaGuardada,
} from './guardada.ts'
import { OtraPestana, Searching } from './otras-ventas.tsx'
import { closeRecepcionOfVenta } from './use-recepcion.ts'
import { VentaEnCurso } from './venta-en-curso.tsx'

/** Sales at the counter, one after another: each is stored until it is charged or emptied. */
export function NuevoPage() {
  const session = useMostradorSession()
  const [vez, next] = useReducer((count: number) => count + 1, 0)
  const [ajena, setAjena] = useState<string | null>(null)
  const de = String(session?.id ?? 0)
  if (ajena) {
    const goOn = (how: () => void) => () => {
      how()
      setAjena(null)
    }
    return <OtraPestana onTake={goOn(() => takeVenta({ id: ajena }))} onOther={goOn(letGoVenta)} />
  }
  return <Venta key={`${de} ${vez}`} de={de} onNext={next} onLost={setAjena} />
}

/** `onNext` shows the tab's present sale. `onLost`: another tab took this one over. */
function Venta({ de, onNext, onLost }: { de: string; onNext: () => void; onLost: (id: string) => void }) {
  const [guardada, setGuardada] = useState(() => openVenta(de))
  const [hallada, setHallada] = useState<VentaAnswer | null>(null)
  const [sinCobrar, setSinCobrar] = useState(false)
  const { id } = guardada
  useEffect(() => followVenta(id, () => onLost(id)), [id, onLost])
  if (hallada) return <Hecha guardada={guardada} onNext={onNext} venta={hallada} />
  if (guardada.cobro !== 'no')
    return (
      <Searching
        guardada={guardada}
        onKnown={(venta) => {
          const known = { ...guardada, cobro: venta ? ('cobrada' as const) : ('no' as const) }
          if (!keepVenta(known)) return onLost(id)
          setGuardada(known)
          setHallada(venta)
          setSinCobrar(venta === null)
        }}
      />
    )
  return (
    <VentaEnCurso
      guardada={guardada}
      sinCobrar={sinCobrar}
      onNext={onNext}
      onLost={() => onLost(id)}
      onHecha={(venta, kept) => <Hecha venta={venta} onNext={onNext} guardada={kept} />}
    />
  )
}

/**
 * A charged sale: its files are no longer needed here. It stays on the screen over a reload, with its change
 * or its QR, until the clerk begins the next sale or leaves.
 */
function Hecha({
  venta,
  guardada,
  onNext,
}: {
  venta: VentaAnswer
  guardada: VentaGuardada
  onNext: () => void
}) {
  const { key } = useLocation()
  const shown = useRef(key)
  const latest = useRef(guardada)
  const end = useRef(() => {
    forgetVenta(latest.current)
    onNext()
  }).current
  useEffect(() => {
    const { archivos, recepcion } = latest.current
    void dropContenidos(archivos.map(({ id }) => id))
    if (recepcion) closeRecepcionOfVenta(recepcion)
    // Reached when the clerk opens another screen, but not at a reload
    return () => forgetVenta(latest.current)
  }, [])
  // «Nuevo» in the menu links to this same page: it begins the next sale
  useEffect(() => {
    if (shown.current !== key) end()
  }, [key, end])
  return <VentaCobrada venta={venta} onAnother={end} />
}

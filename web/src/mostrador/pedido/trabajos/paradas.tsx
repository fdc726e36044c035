import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import { ArrowLeftRight, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { colaDeImpresora, MoveAllDialog } from '../../impresion/move-all.tsx'
import { desdeText, hojasDe, isViva, paradaText, salieronText } from '../../impresion/textos.ts'
import { useNow } from '../../use-now.ts'
import styles from './paradas.module.css'

type Props = {
  pedido_id: string
  /** All of the order. */
  impresiones: readonly Impresion[]
  /** The printers of the order's branch. */
  impresoras: readonly Impresora[]
}

/** Stopped printers that have works of this order, in the strip's words, with a button that moves them. */
export function Paradas({ pedido_id, impresiones, impresoras }: Props) {
  const waiting = impresiones.filter((one) => isViva(one) && !waitsForAnswer(one))
  const stopped = impresoras.filter(
    ({ id, anda }) => !anda && waiting.some(({ impresora }) => impresora.id === id),
  )
  return stopped.map((impresora) => (
    <Parada
      key={impresora.id}
      pedido_id={pedido_id}
      impresora={impresora}
      impresoras={impresoras}
      here={waiting.filter((one) => one.impresora.id === impresora.id)}
    />
  ))
}

function Parada({
  pedido_id,
  impresora,
  impresoras,
  here,
}: {
  pedido_id: string
  impresora: Impresora
  impresoras: readonly Impresora[]
  /** The order's works at this printer. */
  here: Impresion[]
}) {
  const [isOpen, setOpen] = useState(false)
  const now = useNow()
  const cola = colaDeImpresora(here, impresora.id)
  const begun = here.find(({ estado }) => estado === 'imprimiendo')
  const hojas = cola.reduce((sum, one) => sum + hojasDe(one), 0)
  return (
    <section className={styles.parada} aria-label={paradaText(impresora)}>
      <TriangleAlert size={26} strokeWidth={2.2} aria-hidden />
      <div>
        <h2>{paradaText(impresora)}</h2>
        <p>
          {desdeText(impresora.sin_noticias, now)}
          {begun && `«${begun.nombre}»: ${salieronText(begun)}, sigue sola cuando vuelva a andar. `}
          {cola.length > 0 &&
            `${count(cola.length, 'trabajo de este pedido espera', 'trabajos de este pedido esperan')}, ${count(hojas, 'hoja')}.`}
        </p>
      </div>
      {cola.length > 0 && (
        <Button size="medium" icon={ArrowLeftRight} onClick={() => setOpen(true)}>
          <span>
            Pasar a otra
            <span className="visually-hidden"> impresora lo que espera en {impresora.nombre}</span>
          </span>
        </Button>
      )}
      {isOpen && (
        <MoveAllDialog
          de={impresora}
          cola={cola}
          impresoras={impresoras}
          pedido_id={pedido_id}
          onClose={() => setOpen(false)}
        />
      )}
    </section>
  )
}

import type { PedidoPropio } from '@imprimitodo/shared/api/clientes'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatMoment } from '@imprimitodo/shared/rules/base/fecha'
import { useState } from 'react'
import { Button, TextButton, TextLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { AlertDialog } from '../ui/dialog/alert-dialog.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import type { HalfMade } from './half-made.ts'
import { estadoText, estadoTone, isAwaited, pedidoTitle } from './pedido-propio.ts'
import styles from './pedidos.module.css'
import { useRepeat } from './use-repeat.ts'

/** One of the customer's orders, with its state and a button that repeats it. */
export function PedidoItem({ pedido, halfMade }: { pedido: PedidoPropio; halfMade: HalfMade }) {
  const { pedido_id, numero, importe_final, confirmado, sucursal, hojas, prometido } = pedido
  const { archivos, archivos_guardados } = pedido
  const { repeat, isBusy, problem } = useRepeat(pedido_id, halfMade)
  const [inTheWay, setInTheWay] = useState<string[]>([])
  const about = `del pedido ${numero}`
  const ask = async (how?: { discard: true }) => setInTheWay(await repeat(how))
  return (
    <li className={styles.pedido}>
      <span className={styles.numero}>
        <span className="visually-hidden">Pedido </span>
        {numero}
      </span>
      <div className={styles.about}>
        <h3>{pedidoTitle(pedido)}</h3>
        <p>
          {formatMoment(confirmado)}&nbsp;· {sucursal}&nbsp;· {count(hojas, 'hoja')}
        </p>
        {isAwaited(pedido) && prometido && <p>Prometido para el {formatMoment(prometido).toLowerCase()}</p>}
      </div>
      <div className={styles.money}>
        <b>{formatPesos(importe_final)}</b>
        <span className={cx(styles.chip, styles[estadoTone(pedido)])}>{estadoText(pedido)}</span>
      </div>
      <div className={styles.actions}>
        <TextLink to={`/pedido/${pedido_id}`} aria-label={`Ver pedido ${numero}`}>
          Ver pedido
        </TextLink>
        {archivos_guardados ? (
          <TextButton
            aria-disabled={isBusy || undefined}
            aria-label={`Repetir pedido ${numero}`}
            onClick={() => void ask()}
          >
            {isBusy ? 'Preparando…' : 'Repetir pedido'}
          </TextButton>
        ) : (
          archivos.length > 0 && <span className={styles.gone}>Ya no guardamos los archivos</span>
        )}
      </div>
      {problem && (
        <Notice tone="error" className={styles.problem}>
          {problem}
        </Notice>
      )}
      {inTheWay.length > 0 && (
        <AlertDialog
          title="Tenés un pedido sin terminar"
          onClose={() => setInTheWay([])}
          actions={
            <>
              <Button variant="primary" wide onClick={() => void ask({ discard: true })}>
                Sí, repetir el {numero}
              </Button>
              <Button wide onClick={() => setInTheWay([])}>
                No, volver
              </Button>
            </>
          }
        >
          <p>
            Si repetís los archivos {about}, se descarta lo que estabas armando:{' '}
            {inTheWay.slice(0, 3).join(', ')}
            {inTheWay.length > 3 && ` y ${inTheWay.length - 3} más`}.
          </p>
        </AlertDialog>
      )}
    </li>
  )
}

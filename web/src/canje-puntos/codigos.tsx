import type { CodigoCanje } from '@imprimitodo/shared/api/puntos'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { useQuery } from '@tanstack/react-query'
import { Copy, Gift } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { pendientesQuery } from '../api/codigos.ts'
import { TextButton } from '../ui/button.tsx'
import { copyText } from '../ui/copy.ts'
import { Notice } from '../ui/notice/notice.tsx'
import { CutTicket } from '../ui/paper/cut-ticket.tsx'
import { Code } from '../ui/paper/ticket.tsx'
import styles from './codigos.module.css'

/** The codes not used yet, those generated just now first. */
export function CodigosPendientes({ nuevos }: { nuevos: readonly CodigoCanje[] }) {
  const { data, error } = useQuery(pendientesQuery)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (nuevos.length > 0) heading.current?.focus()
  }, [nuevos])
  const codigos = listOf(data ?? [], nuevos)
  if (codigos.length === 0 && !error) return null
  const isNew = (id: number) => nuevos.some((codigo) => codigo.id === id)
  return (
    <section className={styles.section} aria-labelledby="codigos">
      <h2 id="codigos" ref={heading} tabIndex={-1}>
        Tus códigos
      </h2>
      {error && !data && <Notice tone="error">No pudimos cargar tus códigos pendientes.</Notice>}
      <p className={styles.how}>Las hojas se usan al confirmar un pedido; los premios, en el mostrador.</p>
      <ul className={styles.list}>
        {codigos.map((codigo) => (
          <li key={codigo.id}>
            <Codigo codigo={codigo} isNew={isNew(codigo.id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest first; the list's data of a code replaces that of its creation. */
function listOf(pendientes: readonly CodigoCanje[], nuevos: readonly CodigoCanje[]): CodigoCanje[] {
  const known = new Map([...nuevos, ...pendientes].map((codigo) => [codigo.id, codigo]))
  return [...known.values()].sort((one, other) => other.id - one.id)
}

function Codigo({ codigo: one, isNew }: { codigo: CodigoCanje; isNew: boolean }) {
  const { codigo, producto_nombre, cantidad, vence, aplicado } = one
  return (
    <CutTicket
      flow="row"
      isRaised={isNew}
      className={styles.ticket}
      stubClass={styles.stub}
      stub={
        cantidad > 0 ? (
          <p>
            <b>{cantidad}</b> {cantidad === 1 ? 'hoja' : 'hojas'}
          </p>
        ) : (
          <p>
            <Gift size={34} strokeWidth={2.2} aria-hidden /> Premio
          </p>
        )
      }
    >
      <div className={styles.what}>
        <h3>{producto_nombre}</h3>
        {isNew && <span className={styles.badge}>Nuevo</span>}
      </div>
      <Code className={styles.code}>{codigo}</Code>
      <p className={styles.foot}>
        <span>
          {aplicado ? 'Aplicado' : 'Sin usar'} · vence el {formatDay(vence)}
        </span>
        <TextButton icon={Copy} aria-label={`Copiar ${codigo}`} onClick={() => void copyText(codigo)}>
          Copiar
        </TextButton>
      </p>
    </CutTicket>
  )
}

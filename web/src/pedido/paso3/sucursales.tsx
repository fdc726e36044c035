import type { PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import { dayOf } from '@imprimitodo/shared/rules/base/fecha'
import { horarioDelDia } from '@imprimitodo/shared/rules/base/horario'
import { placeOf } from '@imprimitodo/shared/rules/compra/entrega'
import { A4, type NombreHoja, type OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { promesaText } from '@imprimitodo/shared/rules/compra/promesa'
import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { serverNow } from '../../api/clock.ts'
import { sucursalesQuery } from '../../api/queries.ts'
import { type ChoiceCard, ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { RetryNotice } from '../../ui/notice/retry-notice.tsx'
import { setContacto, useCarrito } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import { type DeCampo, SUCURSAL_REQUIRED } from './modelo.ts'
import styles from './paso3.module.css'

type Sucursal = {
  nombre: string
  direccion: string | null
  horario: string | null
  lat: number | null
  lng: number | null
  hojas?: OtraHoja[] | undefined
}

type Props = DeCampo & { contacto: Contacto; promesas: PromesasYPago['promesas'] }

/** The shop's branches: address, opening hours, and when this order would be ready there. */
export function Sucursales({ contacto, promesas, problemOf, leave, correct, inputRef }: Props) {
  const hojas = useCarrito().archivos.map(({ hoja }) => hoja)
  const { data, isLoading, isError, refetch } = useQuery(sucursalesQuery)
  const { sucursal, ultima, modo } = contacto
  // A branch chosen before a reload stays chosen while the list is loading
  const waiting = sucursal ? [{ nombre: sucursal, ...NOWHERE }] : []
  const shown = data?.filter((one) => modo === 'retiro' || one.nombre === sucursal || placeOf(one)) ?? waiting
  const choiceOf = (one: Sucursal): ChoiceCard<string> => ({
    value: one.nombre,
    label: one.nombre,
    ...(one.nombre === sucursal && one.nombre === ultima && { mark: 'La última vez' }),
    note: (
      <Nota
        sucursal={one}
        hojas={missingIn(one, hojas)}
        offersNoDelivery={modo === 'delivery' && !!data && !placeOf(one)}
        prometido={promesas.find((it) => it.sucursal === one.nombre)?.prometido}
      />
    ),
  })
  return (
    <>
      {isLoading && shown.length === 0 && <div className={styles.cardsToCome} aria-hidden />}
      {shown.length > 0 && (
        <ChoiceCards
          label="Sucursal"
          asField="sucursal"
          choices={shown.map(choiceOf)}
          value={sucursal || null}
          error={problemOf('sucursal', sucursal ? null : SUCURSAL_REQUIRED)}
          inputRef={inputRef('sucursal')}
          onLeave={() => leave('sucursal')}
          onChange={(nombre) => {
            correct('sucursal')
            setContacto({ sucursal: nombre })
          }}
        />
      )}
      {isError && !data && (
        <RetryNotice className={styles.spaced} retry={() => void refetch()}>
          No pudimos cargar las sucursales.
        </RetryNotice>
      )}
    </>
  )
}

const NOWHERE = { direccion: null, horario: null, lat: null, lng: null }

/** Paper of the files that the branch does not print on, each once. */
const missingIn = ({ hojas: there = [] }: Sucursal, asked: readonly NombreHoja[]): NombreHoja[] =>
  [...new Set(asked)].filter((hoja) => hoja !== A4.nombre && !there.some((one) => one === hoja))

/** Unknown facts are left out, above all the hour. */
function Nota({
  sucursal: { direccion, horario },
  hojas,
  offersNoDelivery,
  prometido,
}: {
  sucursal: Sucursal
  /** Paper of the order that it does not print on. */
  hojas: readonly NombreHoja[]
  /** A delivery is wanted, and it makes none. */
  offersNoDelivery: boolean
  prometido: string | null | undefined
}) {
  const now = new Date(serverNow())
  const today = horario ? horarioDelDia(horario, dayOf(now)) : null
  return (
    <span className={styles.branch}>
      {hojas.length > 0 && <b>No imprime en hojas {hojas.join(' ni ')}</b>}
      {offersNoDelivery && <b>No hace envíos</b>}
      {direccion && <span>{direccion}</span>}
      {today !== null && <span>{today ? `Hoy ${today}` : 'Hoy cerrado'}</span>}
      {horario && <small>{horario}</small>}
      {/* The line keeps its room while the hour is unknown: the Pay button below must not move */}
      {horario && hojas.length === 0 && (
        <span className={styles.ready}>
          {prometido && (
            <>
              <Clock size={18} strokeWidth={2.2} aria-hidden />
              <span>
                Listo <b>{promesaText(prometido, now)}</b>
              </span>
            </>
          )}
        </span>
      )}
    </span>
  )
}

import type { PromesasYPago } from '@imprimitodo/shared/api/pedidos'
import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { FALLBACK_DELIVERY, placeOf } from '@imprimitodo/shared/rules/compra/entrega'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { configQuery, sucursalesQuery } from '../../api/queries.ts'
import { ChoiceCards } from '../../ui/form/choice-cards.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { lazyOptional } from '../../ui/state/later.ts'
import { setContacto } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import { type CalculoDeEntrega, type DeCampo, DIRECCION_REQUIRED, formatKm } from './modelo.ts'
import styles from './paso3.module.css'
import { Sucursales } from './sucursales.tsx'

// Only needed for a delivery
const Ubicacion = lazyOptional(async () => (await import('./viaje.tsx')).Ubicacion)
const Viaje = lazyOptional(async () => (await import('./viaje.tsx')).Viaje)
const Mapa = lazyOptional(async () => (await import('./mapa.tsx')).Paso3Mapa)

const DELIVERY = { value: 'delivery', label: 'Delivery' } as const

type Props = DeCampo & {
  contacto: Contacto
  promesas: PromesasYPago['promesas']
  calculo: CalculoDeEntrega
  settle: () => void
  retry: () => void
}

/** Pickup or delivery, the branch, and the address. Pickup needs no map, so it always works. */
export function EntregaCampos({ contacto, promesas, calculo, settle, retry, ...fields }: Props) {
  const { problemOf, leave, correct, inputRef } = fields
  const { data: config, isError } = useQuery(configQuery)
  const { radioPermitido, precioDelivery } = config ?? FALLBACK_DELIVERY
  const sucursales = useQuery(sucursalesQuery)
  const sucursal = sucursales.data?.find(({ nombre }) => nombre === contacto.sucursal)
  const desde = `Desde ${formatPesos(precioDelivery)} · se paga al recibir`
  const place = sucursal && placeOf(sucursal)
  // A branch without a position offers no delivery
  const isBrought = !sucursales.data || sucursales.data.some((one) => placeOf(one))
  return (
    <section className={styles.block} aria-labelledby="entrega">
      <h2 id="entrega">Entrega</h2>
      {isError && !config && (
        <Notice tone="warning" className={styles.above}>
          No se pudo cargar la configuración de entrega. Se usarán valores predeterminados.
        </Notice>
      )}
      <ChoiceCards
        label="Cómo lo recibís"
        labelHidden
        value={contacto.modo}
        onChange={(modo) => setContacto({ modo })}
        choices={[
          // Not 'en sucursal': the group below is called Sucursal, and one name must not match two fields
          { value: 'retiro', label: 'Retiro en el local', note: 'Gratis, con tu código de retiro' },
          ...(isBrought || contacto.modo === 'delivery' ? [{ ...DELIVERY, note: desde }] : []),
        ]}
      />
      <div className={styles.below}>
        <Sucursales contacto={contacto} promesas={promesas} {...fields} />
        {contacto.modo === 'delivery' && (
          <Field
            label="Dirección de entrega"
            name="direccion"
            autoComplete="street-address"
            maxLength={300}
            required
            placeholder="Calle, número y localidad"
            ref={inputRef('direccion')}
            value={contacto.direccion}
            error={problemOf('direccion', contacto.direccion.trim() ? null : DIRECCION_REQUIRED)}
            onBlur={() => {
              settle()
              if (contacto.direccion) leave('direccion')
            }}
            onChange={(event) => {
              correct('direccion')
              setContacto({ direccion: event.target.value })
            }}
          />
        )}
      </div>
      {contacto.modo === 'delivery' && (
        <div className={styles.below}>
          <Suspense fallback={null}>
            <Ubicacion contacto={contacto} />
          </Suspense>
          {/* The question about the pin leads here: the buttons that move it come next */}
          <fieldset className={styles.place} ref={inputRef('pin')} tabIndex={-1}>
            <legend className="visually-hidden">Dónde queda</legend>
            <Suspense fallback={null}>
              <Viaje calculo={calculo} retry={retry} contacto={contacto} />
            </Suspense>
            <Suspense fallback={<div className={styles.mapToCome} />}>
              {place && <Mapa sucursal={place} contacto={contacto} calculo={calculo} />}
            </Suspense>
          </fieldset>
          <p className={styles.hint}>
            Llegamos hasta {formatKm(radioPermitido)} de la sucursal. El envío se paga al recibir.
          </p>
        </div>
      )}
    </section>
  )
}

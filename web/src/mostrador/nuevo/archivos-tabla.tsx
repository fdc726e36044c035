import type { Cotizacion } from '@imprimitodo/shared/api/pedidos'
import { GRUPOS, MAX_COPIAS, MIN_COPIAS, type Opciones, sameNombre } from '@imprimitodo/shared/rules/archivo'
import { formatPesos } from '@imprimitodo/shared/rules/dinero'
import { GRUPO_TITLES } from '@imprimitodo/shared/rules/grupo'
import { A4, type NombreHoja, OTRAS_HOJAS } from '@imprimitodo/shared/rules/hoja'
import { paginasText } from '@imprimitodo/shared/rules/resumen'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { preciosQuery } from '../../api/queries.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { POR_CARILLAS, porCarillaOf } from '../../ui/por-carilla.tsx'
import { Rango } from '../../ui/rango.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import styles from './nuevo.module.css'
import type { Archivo } from './use-cotizacion.ts'

type Props = {
  archivos: readonly Archivo[]
  cotizacion: Cotizacion | null
  disabled: boolean
  onChange: (id: number, opciones: Partial<Opciones>) => void
  onRemove: (id: number) => void
}

/** The files with their options, one row each. */
export function ArchivosTabla({ archivos, cotizacion, disabled, onChange, onRemove }: Props) {
  return (
    <ul className={styles.lista} aria-label="Archivos">
      {archivos.map(({ id, nombre, opciones }) => {
        const contado = cotizacion?.archivos.find((one) => sameNombre(one.nombre, nombre))
        const change = (opciones: Partial<Opciones>) => onChange(id, opciones)
        return (
          <li key={id}>
            <p className={styles.nombre}>
              <b>{nombre}</b>
              <span className="muted">
                {contado ? [paginasText(contado), formatPesos(contado.importe)].join(' · ') : 'Contando…'}
              </span>
            </p>
            <Stepper
              label={`Copias de ${nombre}`}
              less={`Una menos, ${nombre}`}
              more={`Una más, ${nombre}`}
              value={opciones.duplicado}
              min={MIN_COPIAS}
              max={MAX_COPIAS}
              disabled={disabled}
              onChange={(duplicado) => change({ duplicado })}
            />
            <Elegir
              label={`Color de ${nombre}`}
              disabled={disabled}
              value={opciones.color}
              options={[
                ['blanco y negro', 'Blanco y negro'],
                ['color', 'Color'],
              ]}
              onChange={(color) => change({ color })}
            />
            <ElegirHoja of={nombre} value={opciones.hoja} disabled={disabled} onChange={change} />
            <Elegir
              label={`Faz de ${nombre}`}
              disabled={disabled}
              value={opciones.doble_faz ? 'doble' : 'simple'}
              options={[
                ['doble', 'Doble faz'],
                ['simple', 'Simple faz'],
              ]}
              onChange={(faz) => change({ doble_faz: faz === 'doble' })}
            />
            <Elegir
              label={`Orientación de ${nombre}`}
              disabled={disabled}
              value={opciones.orientacion}
              options={[
                ['vertical', 'Vertical'],
                ['horizontal', 'Horizontal'],
              ]}
              onChange={(orientacion) => change({ orientacion })}
            />
            <Elegir
              label={`Anillado de ${nombre}`}
              disabled={disabled}
              value={opciones.grupo !== 'default' ? opciones.grupo : opciones.anillado ? 'solo' : 'no'}
              options={[
                ['no', 'Sin anillar'],
                ['solo', 'Anillado solo'],
                ...GRUPOS.map((grupo) => [grupo, `Junto: ${GRUPO_TITLES[grupo]}`] as const),
              ]}
              onChange={(value) =>
                change({
                  anillado: value !== 'no',
                  grupo: value === 'no' || value === 'solo' ? 'default' : value,
                })
              }
            />
            <div className={styles.paginas}>
              <Segmented
                label={`Páginas por carilla de ${nombre}`}
                options={POR_CARILLAS}
                value={`${opciones.por_carilla}`}
                disabled={disabled}
                onChange={(por_carilla) => change({ por_carilla: porCarillaOf(por_carilla) })}
              />
              <Rango
                of={nombre}
                value={opciones.rango}
                paginas={contado?.paginas ?? null}
                disabled={disabled}
                onChange={change}
              />
            </div>
            <IconButton
              quiet
              className={styles.quitar}
              icon={X}
              label={`Quitar ${nombre}`}
              disabled={disabled}
              onClick={() => onRemove(id)}
            />
          </li>
        )
      })}
    </ul>
  )
}

/** Only where the shop sells more than one paper. */
function ElegirHoja({
  of,
  value,
  disabled,
  onChange,
}: {
  of: string
  value: NombreHoja
  disabled: boolean
  onChange: (cambio: { hoja: NombreHoja }) => void
}) {
  const { data: precios } = useQuery(preciosQuery)
  const otras = OTRAS_HOJAS.filter((nombre) => precios?.hojas?.[nombre])
  if (otras.length === 0) return null
  return (
    <Elegir
      label={`Hoja de ${of}`}
      disabled={disabled}
      value={value}
      options={[A4.nombre, ...otras].map((hoja) => [hoja, `Hoja ${hoja}`] as const)}
      onChange={(hoja) => onChange({ hoja })}
    />
  )
}

function Elegir<V extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
}: {
  label: string
  value: V
  options: readonly (readonly [V, string])[]
  disabled: boolean
  onChange: (value: V) => void
}) {
  return (
    <Select
      aria-label={label}
      value={value}
      disabled={disabled}
      onChange={({ target }) => {
        const chosen = options.find(([own]) => own === target.value)
        if (chosen) onChange(chosen[0])
      }}
    >
      {options.map(([own, text]) => (
        <option key={own} value={own}>
          {text}
        </option>
      ))}
    </Select>
  )
}

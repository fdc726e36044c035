import { formatPercent, formatPesos, pesosInText } from '@imprimitodo/shared/rules/base/dinero'
import { A4, OTRAS_HOJAS } from '@imprimitodo/shared/rules/compra/hoja'
import { hojasOfrecidas } from '@imprimitodo/shared/rules/compra/precio'
import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { preciosQuery } from '../../api/queries.ts'
import { TextButton } from '../../ui/button.tsx'
import styles from './price-table.module.css'

const CARAS = [
  ['una', 'simple faz'],
  ['dos', 'doble faz'],
] as const

const useIsOnlyA4 = (): boolean => hojasOfrecidas(useQuery(preciosQuery).data ?? {}).length === 1

/** The title of the price list: where other paper is sold, the list is about that too. */
export const usePorHoja = (): string => (useIsOnlyA4() ? `Precio por hoja ${A4.nombre}` : 'Precio por hoja')

/** The price list as the shop has it now; of other paper only where it is sold. */
export function PriceTable({ descuento }: { descuento: number }) {
  const { data, isError, refetch } = useQuery(preciosQuery)
  const title = usePorHoja()
  const isOnlyA4 = useIsOnlyA4()
  const rowOf = (cara: string) =>
    isOnlyA4 ? `${cara.charAt(0).toUpperCase()}${cara.slice(1)}` : `${A4.nombre}, ${cara}`
  if (data && !data.byn) return null // the page says so beside the file picker
  return (
    <section className={styles.panel} aria-labelledby="precios">
      <h2 id="precios">{title}</h2>
      {isError ? (
        <>
          <p className={styles.note}>No pudimos cargar los precios. El exacto lo ves en el paso 3.</p>
          <TextButton icon={RotateCw} onClick={() => void refetch()}>
            Reintentar
          </TextButton>
        </>
      ) : (
        <>
          <table className={styles.table}>
            <thead>
              <tr>
                <td />
                <th scope="col">Blanco y negro</th>
                <th scope="col">Color</th>
              </tr>
            </thead>
            <tbody>
              {CARAS.map(([cara, title]) => (
                <tr key={cara}>
                  <th scope="row">{rowOf(title)}</th>
                  <td>{data?.byn ? formatPesos(data.byn[cara]) : '…'}</td>
                  <td>{data?.color ? formatPesos(data.color[cara]) : '…'}</td>
                </tr>
              ))}
              {OTRAS_HOJAS.map((nombre) => {
                const precios = data?.hojas?.[nombre]
                return (
                  precios &&
                  CARAS.map(([cara, title]) => (
                    <tr key={`${nombre}-${cara}`}>
                      <th scope="row">
                        {nombre}, {title}
                      </th>
                      <td>{formatPesos(precios.byn[cara])}</td>
                      <td>{formatPesos(precios.color[cara])}</td>
                    </tr>
                  ))
                )
              })}
            </tbody>
          </table>
          <p className={styles.note}>
            {descuento > 0 && `El ${formatPercent(descuento)}% off se aplica al final. `}
            {data?.anillado[0] && `Anillado desde ${pesosInText(data.anillado[0].precio)}. `}
            {data?.color_por_hoja &&
              'En un archivo a color, las hojas sin color van al precio de blanco y negro.'}
          </p>
        </>
      )}
    </section>
  )
}

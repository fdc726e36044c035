CREATE TABLE "dias_tocados" (
	"dia" date NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totales" (
	"que" text NOT NULL,
	"dia" date NOT NULL,
	"filas" jsonb NOT NULL,
	CONSTRAINT "totales_que_dia_pk" PRIMARY KEY("que","dia")
);
--> statement-breakpoint
ALTER TABLE "comprobaciones" ADD COLUMN "dia" date;--> statement-breakpoint
CREATE INDEX "dias_tocados_dia" ON "dias_tocados" USING btree ("dia");--> statement-breakpoint
-- Writes down the days whose reports a change of a row may change: those of the row's own instants (arguments from the
-- second on), as it was and as it is, and all days of the order that the first argument's column names ('' for none).
-- Also for what the version before writes. A restore brings totals and days along.
CREATE FUNCTION "tocar_dias"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	filas jsonb[] := array_remove(ARRAY[to_jsonb(OLD), to_jsonb(NEW)], NULL);
	suyos text[];
BEGIN
	IF current_setting('imprimitodo.restaurando', true) = 'si' THEN
		RETURN NULL;
	END IF;
	SELECT array_agg(f ->> TG_ARGV[0]) INTO suyos FROM unnest(filas) f;
	INSERT INTO dias_tocados (dia)
		SELECT DISTINCT (t.cuando AT TIME ZONE 'America/Argentina/Tucuman')::date
		FROM (
			SELECT (f ->> c)::timestamptz AS cuando FROM unnest(filas) f CROSS JOIN unnest(TG_ARGV[1:]) c
			UNION ALL
			SELECT unnest(ARRAY[p.pagado, p.prometido, p.cerrado]) FROM pedidos p WHERE p.id = ANY (suyos)
			UNION ALL
			SELECT unnest(ARRAY[g.creado, g.actualizado]) FROM pagos g WHERE g.pedido_id = ANY (suyos)
			UNION ALL
			SELECT d.hecha FROM devoluciones d WHERE d.pedido_id = ANY (suyos)
		) t
		WHERE t.cuando IS NOT NULL;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "pedidos_dias" AFTER INSERT OR DELETE ON "pedidos"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('id', 'pagado', 'prometido', 'cerrado');
--> statement-breakpoint
-- Drafts, and what no report tells of an order, change much more often
CREATE TRIGGER "pedidos_dias_cambio" AFTER UPDATE ON "pedidos" FOR EACH ROW
	WHEN (coalesce(OLD.pagado, OLD.prometido, OLD.cerrado, NEW.pagado, NEW.prometido, NEW.cerrado) IS NOT NULL
		AND (OLD.estado, OLD.sucursal_id, OLD.pagado, OLD.prometido, OLD.listo, OLD.cerrado, OLD.modo_entrega, OLD.costo_delivery,
			OLD.importe_final, OLD.total_impresion, OLD.total_anillado, OLD.final_impresion, OLD.final_anillado,
			OLD.descuento_hojas, OLD.descuento_porcentaje, OLD.descuento_codigo)
		IS DISTINCT FROM (NEW.estado, NEW.sucursal_id, NEW.pagado, NEW.prometido, NEW.listo, NEW.cerrado, NEW.modo_entrega,
			NEW.costo_delivery, NEW.importe_final, NEW.total_impresion, NEW.total_anillado, NEW.final_impresion,
			NEW.final_anillado, NEW.descuento_hojas, NEW.descuento_porcentaje, NEW.descuento_codigo))
	EXECUTE FUNCTION "tocar_dias"('id', 'pagado', 'prometido', 'cerrado');
--> statement-breakpoint
CREATE TRIGGER "pagos_dias" AFTER INSERT OR UPDATE OR DELETE ON "pagos"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('pedido_id', 'creado', 'actualizado');
--> statement-breakpoint
CREATE TRIGGER "devoluciones_dias" AFTER INSERT OR UPDATE OR DELETE ON "devoluciones"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('pedido_id', 'hecha');
--> statement-breakpoint
CREATE TRIGGER "codigos_dias" AFTER INSERT OR UPDATE OR DELETE ON "codigos"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('pedido_id', 'usado');
--> statement-breakpoint
CREATE TRIGGER "ventas_dias" AFTER INSERT OR UPDATE OR DELETE ON "ventas"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('', 'cuando');
--> statement-breakpoint
CREATE TRIGGER "impresiones_dias" AFTER INSERT OR UPDATE OR DELETE ON "impresiones"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('', 'terminada');
--> statement-breakpoint
CREATE TRIGGER "archivos_dias" AFTER INSERT OR DELETE ON "archivos"
	FOR EACH ROW EXECUTE FUNCTION "tocar_dias"('pedido_id');
--> statement-breakpoint
CREATE TRIGGER "archivos_dias_cambio" AFTER UPDATE ON "archivos" FOR EACH ROW
	WHEN ((OLD.pedido_id, OLD.duplicado, OLD.doble_faz, OLD.carillas, OLD.paginas)
		IS DISTINCT FROM (NEW.pedido_id, NEW.duplicado, NEW.doble_faz, NEW.carillas, NEW.paginas))
	EXECUTE FUNCTION "tocar_dias"('pedido_id');

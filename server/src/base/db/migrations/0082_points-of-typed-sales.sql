ALTER TABLE "pedidos" ADD COLUMN "vencio_con_sena" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "puntos" ADD COLUMN "tipeados" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "pedidos_con_sena" ON "pedidos" USING btree ("cerrado") WHERE "pedidos"."vencio_con_sena";--> statement-breakpoint
-- Of today and yesterday: no limit asks for older ones
UPDATE "puntos" SET "tipeados" = "puntos" WHERE "tipo" = 'venta' AND "cuando" > now() - interval '2 days';--> statement-breakpoint
UPDATE "puntos" u SET "tipeados" = least(v."puntos", u."puntos")
	FROM "ventas_pedidos" o JOIN "ventas" v ON v."id" = o."venta_id"
	WHERE u."tipo" = 'pedido' AND u."pedido_id" = o."pedido_id" AND v."puntos" > 0 AND u."cuando" > now() - interval '2 days';--> statement-breakpoint
UPDATE "pedidos" p SET "vencio_con_sena" = true WHERE p."estado" = 'vencido' AND EXISTS (
	SELECT FROM "pagos" g WHERE g."pedido_id" = p."id" AND g."proveedor" = 'caja' AND g."estado" = 'approved' AND g."devuelto" < g."importe");

CREATE TABLE "reposiciones" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reposiciones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"archivo_id" bigint NOT NULL,
	"estado" text NOT NULL,
	"nuevo_id" text,
	"vez" integer DEFAULT 1 NOT NULL,
	"pedida" timestamp with time zone NOT NULL,
	"quien" text NOT NULL,
	"recibida" timestamp with time zone,
	"cerrada" timestamp with time zone,
	CONSTRAINT "reposiciones_recibida" CHECK (("reposiciones"."estado" = 'recibida') = ("reposiciones"."nuevo_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "reposiciones" ADD CONSTRAINT "reposiciones_archivo_id_archivos_id_fk" FOREIGN KEY ("archivo_id") REFERENCES "public"."archivos"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reposiciones" ADD CONSTRAINT "reposiciones_nuevo_id_contenidos_id_fk" FOREIGN KEY ("nuevo_id") REFERENCES "public"."contenidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reposiciones_abiertas" ON "reposiciones" USING btree ("archivo_id") WHERE "reposiciones"."cerrada" is null;--> statement-breakpoint
CREATE INDEX "reposiciones_archivo" ON "reposiciones" USING btree ("archivo_id","id");--> statement-breakpoint
CREATE INDEX "reposiciones_nuevo" ON "reposiciones" USING btree ("nuevo_id") WHERE "reposiciones"."nuevo_id" is not null;
CREATE TABLE "correos_contados" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "correos_contados_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"cupo" text NOT NULL,
	"cuando" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "correos_contados_cupo" ON "correos_contados" USING btree ("cupo","cuando");--> statement-breakpoint
CREATE INDEX "correos_contados_cuando" ON "correos_contados" USING btree ("cuando");
<?php
/** Settings, Parfocal (administrators), and Parfocal's manager in a frame (teachers and administrators). */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const CHECK_ACTION = 'parfocal_check';

add_action( 'admin_init', fn() => register_setting( 'parfocal', SETTINGS_OPTION, array( 'sanitize_callback' => __NAMESPACE__ . '\clean_settings' ) ) );

add_action(
	'admin_menu',
	function () {
		add_options_page( 'Parfocal', 'Parfocal', 'manage_options', 'parfocal', __NAMESPACE__ . '\settings_page' );
		if ( may_manage( wp_get_current_user() ) ) {
			add_menu_page( __( 'Slides', 'parfocal' ), __( 'Slides', 'parfocal' ), 'read', 'parfocal-manager', __NAMESPACE__ . '\manager_page', 'dashicons-format-gallery', 30 );
		}
	}
);

add_action(
	'admin_enqueue_scripts',
	function ( $page ) {
		if ( 'toplevel_page_parfocal-manager' === $page && current_user_can( 'upload_files' ) ) {
			wp_enqueue_media();
		}
	}
);

function manager_page(): void {
	if ( ! may_manage( wp_get_current_user() ) ) {
		wp_die( esc_html__( 'You do not have access to this page.', 'parfocal' ), '', array( 'response' => 403 ) );
	}
	$frame = element( '/s' . settings()['site'] . '/manage', __( 'Content manager', 'parfocal' ), 900, 'parfocal-manager', current_user_can( 'upload_files' ) );
	echo '<div class="wrap" id="sz-admin-app"><h1>' . esc_html__( 'Slides', 'parfocal' ) . '</h1>' . $frame . '</div>'; // phpcs:ignore -- element() escapes.
}

function settings_page(): void {
	if ( ! current_user_can( 'manage_options' ) ) {
		return;
	}
	$settings = settings();
	$name     = fn( string $field ): string => SETTINGS_OPTION . "[$field]";
	echo '<div class="wrap"><h1>Parfocal</h1>';
	show_check();
	echo '<form method="post" action="options.php">';
	settings_fields( 'parfocal' );
	echo '<table class="form-table" role="presentation">';
	text_row( $name( 'address' ), __( 'Address of Parfocal', 'parfocal' ), $settings['address'], 'https://slides.example.edu', 'url' );
	text_row( $name( 'site' ), __( 'Site number', 'parfocal' ), $settings['site'], '1', 'text' );
	text_row( $name( 'audience' ), __( 'Name of the installation', 'parfocal' ), $settings['audience'], 'wordpress', 'text' );
	echo '</table><h2>' . esc_html__( 'Roles', 'parfocal' ) . '</h2><table class="form-table" role="presentation">';
	foreach ( wp_roles()->get_names() as $host_role => $title ) {
		role_row( $name( 'roles' ) . "[$host_role]", (string) $host_role, translate_user_role( $title ), $settings['roles'][ $host_role ] ?? 'student' );
	}
	echo '</table>';
	submit_button();
	echo '</form><h2>' . esc_html__( 'In Parfocal: Options, Sign-in from a host site', 'parfocal' ) . '</h2><table class="form-table" role="presentation">';
	value_row( __( 'Address of the host site', 'parfocal' ), issuer() );
	value_row( __( 'Name of this site at the host', 'parfocal' ), $settings['audience'] );
	value_row( __( 'Address of its public keys', 'parfocal' ), keys_url() );
	echo '</table><form method="post">';
	wp_nonce_field( CHECK_ACTION );
	submit_button( __( 'Check connection', 'parfocal' ), 'secondary', CHECK_ACTION );
	echo '</form></div>';
}

function show_check(): void {
	if ( ! isset( $_POST[ CHECK_ACTION ] ) ) {
		return;
	}
	check_admin_referer( CHECK_ACTION );
	[ $works, $sentence ] = check_connection();
	if ( $works ) {
		report_all_posts();
	}
	printf( '<div class="notice notice-%s" role="status"><p>%s</p></div>', $works ? 'success' : 'error', esc_html( $sentence ) );
}

function text_row( string $name, string $label, string $value, string $example, string $type ): void {
	printf( '<tr><th scope="row"><label for="%1$s">%2$s</label></th><td><input type="%3$s" id="%1$s" name="%1$s" value="%4$s" placeholder="%5$s" class="regular-text" required></td></tr>', esc_attr( $name ), esc_html( $label ), esc_attr( $type ), esc_attr( $value ), esc_attr( $example ) );
}

function value_row( string $label, string $value ): void {
	printf( '<tr><th scope="row">%s</th><td><code>%s</code></td></tr>', esc_html( $label ), esc_html( $value ) );
}

function role_row( string $name, string $host_role, string $title, string $chosen ): void {
	$labels = array(
		'student' => __( 'Student', 'parfocal' ),
		'expert'  => __( 'Expert', 'parfocal' ),
		'teacher' => __( 'Teacher', 'parfocal' ),
		'admin'   => __( 'Administrator', 'parfocal' ),
	);
	printf( '<tr><th scope="row"><label for="parfocal-role-%1$s">%2$s</label></th><td><select id="parfocal-role-%1$s" name="%3$s">', esc_attr( $host_role ), esc_html( $title ), esc_attr( $name ) );
	foreach ( $labels as $role => $label ) {
		printf( '<option value="%s"%s>%s</option>', esc_attr( $role ), selected( $role, $chosen, false ), esc_html( $label ) );
	}
	echo '</select></td></tr>';
}

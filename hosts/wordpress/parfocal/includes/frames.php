<?php
/** The element <parfocal-slide> in pages: by shortcode and block, with the module that fetches its tokens. */

namespace Parfocal;

defined( 'ABSPATH' ) || exit;

const TOKENS_SCRIPT = 'parfocal-tokens';

/** Before 6.5 WordPress cannot enqueue modules. */
function as_module( string $tag, string $handle ): string {
	if ( TOKENS_SCRIPT !== $handle ) {
		return $tag;
	}
	$untyped = preg_replace( '/\stype=(["\'])text\/javascript\1/', '', $tag );
	return str_replace( '<script ', '<script type="module" ', $untyped );
}

add_filter( 'script_loader_tag', __NAMESPACE__ . '\as_module', 10, 2 );

/** @return string path and query below Parfocal's address; empty for what leads elsewhere. */
function content_path( string $src, string $address ): string {
	$src = trim( $src );
	if ( '' !== $address && str_starts_with( $src, "$address/" ) ) {
		$src = substr( $src, strlen( $address ) );
	}
	return preg_match( '#^/(?:s[1-9]\d{0,14}|share)(?:/[A-Za-z0-9._~-]+)*/?(?:\?[^\s"\'<>\\\\]*)?$#', $src ) && ! preg_match( '#/\.{1,2}(?:/|$|\?)#', $src ) ? $src : '';
}

/** @param bool $has_library whether pictures of the media library may be chosen in the frame. */
function element( string $src, string $label, int $height, string $id = '', bool $has_library = false ): string {
	$address = settings()['address'];
	$path    = content_path( $src, $address );
	if ( '' === $address || '' === $path ) {
		// Readers see nothing; those who can mend it see why.
		if ( ! current_user_can( 'edit_posts' ) ) {
			return '';
		}
		$reason = '' === $address ? __( 'Parfocal: an administrator must enter its address under Settings, Parfocal.', 'parfocal' ) : __( 'Parfocal: enter an address of content, such as /s1/course2/i9/.', 'parfocal' );
		return '<p class="parfocal-missing">' . esc_html( $reason ) . '</p>';
	}
	wp_enqueue_script( TOKENS_SCRIPT, plugins_url( 'assets/tokens.js', PLUGIN_FILE ), array(), VERSION, true );
	return sprintf(
		'<parfocal-slide%s%s src="%s" label="%s" style="display:block;height:%dpx" data-address="%s" data-token-url="%s" data-nonce="%s" data-nonce-url="%s" sign-in></parfocal-slide>',
		'' === $id ? '' : ' id="' . esc_attr( $id ) . '"',
		$has_library ? ' media-library data-media-url="' . esc_url( rest_url( REST_NAMESPACE . '/media/' ) ) . '"' : '',
		esc_url( $address . $path ),
		esc_attr( '' === $label ? __( 'Slide', 'parfocal' ) : $label ),
		max( 200, min( 2000, $height ) ),
		esc_url( $address ),
		esc_url( rest_url( REST_NAMESPACE . '/token' ) ),
		esc_attr( is_user_logged_in() ? wp_create_nonce( 'wp_rest' ) : '' ),
		esc_url( admin_url( 'admin-ajax.php?action=rest-nonce' ) )
	);
}

function render_element( $attributes ): string {
	$given = shortcode_atts(
		array(
			'src'    => '',
			'label'  => '',
			'height' => '600',
		),
		(array) $attributes,
		'parfocal'
	);
	return element( (string) $given['src'], (string) $given['label'], (int) $given['height'] );
}

add_action(
	'init',
	function () {
		add_shortcode( 'parfocal', __NAMESPACE__ . '\render_element' );
		wp_register_script( 'parfocal-block', plugins_url( 'block/editor.js', PLUGIN_FILE ), array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components', 'wp-i18n' ), VERSION, true );
		wp_set_script_translations( 'parfocal-block', 'parfocal', plugin_dir_path( PLUGIN_FILE ) . 'languages' );
		register_block_type( plugin_dir_path( PLUGIN_FILE ) . 'block', array( 'render_callback' => fn( $attributes ) => sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), render_element( $attributes ) ) ) );
	}
);
